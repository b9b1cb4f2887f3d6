import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SmsFailure } from '@checkwell/domain/messages/sms';
import * as z from 'zod/mini';
import type { TwilioConfig } from '../../config/messages.ts';
import { type SmsGateway, SmsRefusal, type SmsReport } from './gateway.ts';
import { SMS_REPORTS_PATH } from './reports-path.ts';

/** Twice this is shorter than the limit of an effect in the outbox. */
const TIMEOUT_MS = 10_000;
const TWILIO = 'https://api.twilio.com';

/**
 * Codes of Twilio about the recipient or the text itself. Every other one is about our account, our sender or their network: somebody
 * will fix it, and the message waits.
 */
const FAILURES: Readonly<Record<string, SmsFailure>> = {
  21211: 'wrongNumber', // no valid number
  21217: 'wrongNumber', // does not look like a number
  21614: 'wrongNumber', // not a mobile number
  21610: 'blocked', // the recipient answered STOP
  21408: 'other', // messages to this country are switched off
  21602: 'other', // no text
  21617: 'other', // too long
  30003: 'unreachable', // switched off or out of reach
  30004: 'blocked',
  30005: 'wrongNumber', // unknown
  30006: 'wrongNumber', // a landline, or a network that cannot be reached
  30007: 'blocked', // filtered by a network
};

const STATES: Readonly<Record<string, SmsReport['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

const created = z.object({ sid: z.string().check(z.minLength(1)) });
const refused = z.object({ code: z.number(), message: z.string() });
const listed = z.object({ messages: z.array(z.object({ sid: z.string(), body: z.string(), date_created: z.string() })) });

/**
 * Twilio's Messages API. It has no idempotency key, so a retry looks with `find` first.
 * @param origin where Twilio reaches this server
 */
export function twilioGateway({ accountSid, authToken, from, apiUrl }: TwilioConfig, origin: string, keepsContent: boolean): SmsGateway {
  const messages = `${apiUrl ?? TWILIO}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const callbackOf = (reference: string): string => `${origin}${SMS_REPORTS_PATH}/${reference}`;

  async function ask(address: string, body?: URLSearchParams): Promise<unknown> {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, accept: 'application/json' },
      ...(body && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const { data } = refused.safeParse(answer);
    const said = `Twilio answers ${response.status}${data ? `, ${data.code}: ${data.message}` : ''}`;
    const failure = data && FAILURES[data.code];
    throw data && failure && response.status === 400 ? new SmsRefusal(failure, String(data.code), said) : new Error(said);
  }

  return {
    keepsContent,

    async send({ to, text, reference }) {
      const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
      const body = new URLSearchParams({ To: to, [sender]: from, Body: text, StatusCallback: callbackOf(reference) });
      return { providerId: created.parse(await ask(messages, body)).sid };
    },

    async find({ to, text }, since) {
      // Newest first. Not filtered by date of sending, which an accepted message does not have yet. Their clock may be slower than ours.
      const query = new URLSearchParams({ To: to, PageSize: '100' });
      const { messages: found } = listed.parse(await ask(`${messages}?${query}`));
      return found
        .filter(({ body, date_created }) => body === text && Date.parse(date_created) >= since.getTime() - 60_000)
        .map(({ sid }) => sid);
    },

    readReport(reference, body, signature) {
      // The signature is over the callback address, followed by the fields in the order of their names.
      const fields = [...body].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
      const signed = callbackOf(reference) + fields.flat().join('');
      const [wanted, given] = [createHmac('sha1', authToken).update(signed).digest(), Buffer.from(signature, 'base64')];
      if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null;
      const state = STATES[body.get('MessageStatus') ?? ''] ?? null;
      const code = (body.get('ErrorCode') ?? '').slice(0, 20);
      return {
        providerId: body.get('MessageSid') ?? '',
        state,
        failure: state === 'failed' ? (FAILURES[code] ?? 'other') : null,
        code,
      };
    },
  };
}
