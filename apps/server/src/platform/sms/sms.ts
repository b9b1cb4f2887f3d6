import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { sendAgainOf } from '@checkwell/domain/messages/failures';
import { isLaterState, SMS_MAX_SEGMENTS, smsSegments } from '@checkwell/domain/messages/sms';
import { sendableAt } from '@checkwell/domain/offers/waves';
import { isMobilePhone, normalisePhone } from '@checkwell/domain/people/numbers/phone';
import type { MessageLanguage } from '@checkwell/messages';
import type { Config } from '../../config.ts';
import type { Database, WriteTx } from '../db/database.ts';
import { isId, newId } from '../ids.ts';
import type { Outbox } from '../jobs/outbox.ts';
import { type LockedMessage, type MailWriter, writerIn } from '../mail/mailer.ts';
import type { MessageListener } from '../mail/message-listener.ts';
import { inSpan } from '../trace.ts';
import { embeddedGateway, type OutgoingSms, type SmsGateway, SmsRefusal } from './gateway.ts';
import * as repository from './sms.repository.ts';
import { twilioGateway } from './twilio.ts';

/** One kind of text message. Stands in its module, as `<noun>.sms.ts`. Nothing about health: others read the telephone too. */
export interface SmsTemplate<Params> {
  /** Kept with the message, such as `offerMade`. */
  readonly name: string;
  /** At most `SMS_MAX_SEGMENTS` segments, whatever the parameters. */
  write(params: Params, writer: MailWriter): string;
}

export interface NewSms<Params> {
  /** Whose data it is about; null: no company's. */
  readonly companyId: string | null;
  /** As people write numbers. */
  readonly to: string;
  readonly language: MessageLanguage;
  readonly template: SmsTemplate<Params>;
  readonly params: Params;
  /** `atOnce`: also in quiet hours, for what cannot wait until morning. */
  readonly urgency?: 'waking' | 'atOnce';
  /** After this moment it would say something that is over: it does not leave any more. Left out: it never does. */
  readonly validUntil?: Date;
}

export interface Sms {
  /** Whether text messages leave this installation, or are shown in its mailbox. */
  readonly available: boolean;
  /**
   * Writes a text message and asks for its delivery, in the transaction of the change that causes it: it leaves when, and only if, that
   * commits.
   *
   *     await sms.enqueue(tx, { companyId, to, language, template: offerSms, params: { … }, validUntil: appointmentStart });
   *
   * @returns the message's id; null: this installation sends none, or the number cannot receive any
   * @throws {TypeError} the text is longer than `SMS_MAX_SEGMENTS`
   */
  enqueue<Params>(tx: WriteTx, sms: NewSms<Params>): Promise<string | null>;
  /** As `Mailer.lockFailed`. */
  lockFailed(tx: WriteTx, id: string): Promise<LockedMessage | undefined>;
  /**
   * Takes back messages that have not left yet: what they say is over. Locks them: before whatever comes behind `text_messages`.
   * @returns the ids of those that do not leave any more
   */
  withdraw(tx: WriteTx, ids: readonly string[]): Promise<readonly string[]>;
  /**
   * Hears what becomes of the messages of a template, in the transaction that records it; not of those that were withdrawn. One listener
   * each. The message is locked: what is locked then comes behind `text_messages`.
   */
  onNews(template: string, listener: MessageListener): void;
  /**
   * Takes a report of the gateway. What is known already, and what is about no message of ours, changes nothing.
   * @param reference the message's id, as it stands in the address
   * @throws {AppError} `access.forbidden`: not from the gateway
   */
  hear(reference: string, body: URLSearchParams, signature: string): Promise<void>;
}

const TOPIC = 'sms';
const HAND_OVER = { name: 'sms hand-over', kind: 'client' } as const;

export interface SmsDeps {
  readonly config: Pick<Config, 'sms' | 'publicUrl' | 'apiUrl' | 'demo' | 'seller' | 'languages' | 'oneShotChecks' | 'payments'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

function gatewayOf({ sms, publicUrl, apiUrl, demo }: SmsDeps['config']): SmsGateway | null {
  if (sms === null) return null;
  return sms.gateway === 'stand-in' ? embeddedGateway : twilioGateway(sms, apiUrl ?? publicUrl, demo);
}

interface Order {
  readonly sms: OutgoingSms;
  /** Set: an earlier attempt began then, and may have succeeded without our hearing so. */
  readonly attemptedAt: Date | null;
}

/** How the gateway answered. */
type Answer = { readonly providerIds: readonly string[] } | { readonly refusal: SmsRefusal };

/** Text messages of the product: by the gateway that the configuration names, or kept for the mailbox page. */
export function createSms({ config, db, clock, outbox }: SmsDeps): Sms {
  const gateway = gatewayOf(config);
  const listeners = new Map<string, MessageListener>();
  if (gateway) handle(gateway);

  async function recordNews(
    tx: WriteTx,
    row: repository.SmsRow,
    news: repository.SmsNews,
    now: Date,
    keepsContent: boolean,
  ): Promise<void> {
    const { id, template } = row;
    await repository.recordNews(tx, row, news, now, keepsContent);
    await listeners.get(template)?.news(tx, { id, state: news.state, failure: news.failure, at: now });
  }

  function handle({ send, find, keepsContent }: SmsGateway): void {
    outbox.handleExternal<Order, Answer>(TOPIC, {
      async prepare(tx, { id }) {
        const row = await repository.lock(tx, id);
        // A report may have come before the answer.
        if (row?.state !== 'queued') return null;
        const now = clock.now();
        if (row.validUntil !== null && row.validUntil <= now) {
          const news = { state: 'failed', failure: 'expired', code: '', error: '', providerId: null } as const;
          await recordNews(tx, row, news, now, keepsContent);
          return null;
        }
        await repository.beginAttempt(tx, row, now);
        return { sms: { to: row.recipient, text: row.text, reference: id }, attemptedAt: row.attemptedAt };
      },

      async call({ sms, attemptedAt }) {
        if (attemptedAt !== null) {
          const left = await find(sms, attemptedAt);
          // Another message of ours may have said the same to the same person.
          const known = left.length > 0 ? await db.system('sms', (tx) => repository.knownProviderIds(tx, left)) : new Set();
          const ours = left.filter((providerId) => !known.has(providerId));
          if (ours.length > 0) return { providerIds: ours };
        }
        try {
          return { providerIds: [(await inSpan(HAND_OVER, () => send(sms))).providerId] };
        } catch (error) {
          // Refused for good is an answer like another: it stands with the message, and nobody needs to look after it.
          if (error instanceof SmsRefusal) return { refusal: error };
          throw error;
        }
      },

      async record(tx, answer, { id }) {
        const row = await repository.lock(tx, id);
        if (!row) return undefined;
        const now = clock.now();
        if ('refusal' in answer) {
          if (!isLaterState('failed', row.state)) return undefined;
          const { failure, code, message } = answer.refusal;
          await recordNews(tx, row, { state: 'failed', failure, code, error: message, providerId: null }, now, keepsContent);
          return 'refused';
        }
        const providerId = answer.providerIds[0] ?? null;
        if (isLaterState('sent', row.state))
          await recordNews(tx, row, { state: 'sent', failure: null, code: '', error: '', providerId }, now, keepsContent);
        else if (providerId !== null) await repository.recordId(tx, row, providerId);
        return undefined;
      },

      async failed(tx, { id }, { message }, willRetry) {
        const row = await repository.lock(tx, id);
        if (row?.state !== 'queued') return;
        if (willRetry) await repository.recordError(tx, row, message);
        else
          await recordNews(
            tx,
            row,
            { state: 'failed', failure: 'other', code: '', error: message, providerId: null },
            clock.now(),
            keepsContent,
          );
      },
    });
  }

  return {
    available: gateway !== null,

    async enqueue(tx, { companyId, to, language, template, params, urgency = 'waking', validUntil }) {
      const recipient = normalisePhone(to);
      if (gateway === null || recipient === null || !isMobilePhone(recipient)) return null;
      // Each character counts: a short address, in the language of the page's own choice.
      const text = template.write(params, { ...writerIn(language, config), link: (path) => config.publicUrl + path });
      if (smsSegments(text) > SMS_MAX_SEGMENTS) throw new TypeError(`The text message ${template.name} is too long.`);
      const [id, now] = [newId(), clock.now()];
      await repository.insert(tx, {
        id,
        companyId,
        recipient,
        language,
        template: template.name,
        text,
        createdAt: now,
        validUntil: validUntil ?? null,
      });
      return outbox.put(tx, { id, topic: TOPIC, companyId, payload: {}, dueAt: urgency === 'atOnce' ? now : sendableAt(now) });
    },

    async withdraw(tx, ids) {
      const withdrawn: string[] = [];
      for (const id of ids.toSorted()) {
        const row = await repository.lock(tx, id);
        // What was handed over may have left although nobody heard so.
        if (row?.state !== 'queued' || row.attemptedAt !== null) continue;
        const news = { state: 'failed', failure: 'expired', code: '', error: '', providerId: null } as const;
        await repository.recordNews(tx, row, news, clock.now(), gateway?.keepsContent ?? false);
        withdrawn.push(id);
      }
      return withdrawn;
    },

    onNews(template, listener) {
      if (listeners.has(template)) throw new Error(`Somebody listens to text messages of ${template} already.`);
      listeners.set(template, listener);
    },

    async lockFailed(tx, id) {
      const row = await repository.lock(tx, id);
      if (!row) return;
      const { companyId } = row;
      const left = row.sentAt !== null || row.providerId !== null;
      const sendAgain = sendAgainOf({ ...row, hasContent: row.text !== '' && gateway !== null, left }, clock.now());
      const listener = listeners.get(row.template);
      const isOver = sendAgain === 'Possible' && (await listener?.stands(tx, id)) === false;
      return {
        companyId,
        sendAgain: isOver ? 'Expired' : sendAgain,
        async requeue() {
          const now = clock.now();
          await repository.requeue(tx, row, now);
          await listener?.news(tx, { id, state: 'queued', failure: null, at: now });
          if (!(await outbox.retry(tx, id))) await outbox.put(tx, { id, topic: TOPIC, companyId, payload: {} });
        },
      };
    },

    async hear(reference, body, signature) {
      const report = gateway?.readReport(reference, body, signature);
      if (!gateway || !report) throw new AppError('access.forbidden');
      const { state, failure, code, providerId } = report;
      if (state === null || providerId === '' || !isId(reference)) return;
      await db.system('sms', async (tx) => {
        const row = await repository.lock(tx, reference);
        if (!row || (row.providerId !== null && row.providerId !== providerId) || !isLaterState(state, row.state)) return;
        const error = code === '' ? '' : `Twilio ${code}`;
        await recordNews(tx, row, { state, failure, code, error, providerId }, clock.now(), gateway.keepsContent);
      });
    },
  };
}
