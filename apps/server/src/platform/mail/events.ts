import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { mailRefusal } from '@checkwell/domain/messages/failures';
import { statusCodeIn } from '@checkwell/domain/messages/mail';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import type { Database } from '../db/database.ts';
import { isId } from '../ids.ts';
import type { Log } from '../log.ts';
import { readDsn } from './dsn.ts';
import type { Mailer } from './mailer.ts';
import type { MailReport } from './report.ts';

/** What others report of mails that left (docs/decisions/0091). Each report may come twice, late, and in any order. */
export interface MailEvents {
  /**
   * Takes a report of a provider, in the format of Mailgun's webhooks. What is known already, and what is about no mail of the product, changes nothing.
   * @param body as it came, JSON
   * @throws {AppError} `access.forbidden`: not signed with `MAIL_EVENTS_KEY`, or too old
   */
  handleProviderEvent(body: string): Promise<void>;
  /** Takes a mail that came to the address of returned mails. @returns false: it is about no mail of the product, or says nothing of its end */
  handleBounce(raw: Uint8Array): Promise<boolean>;
}

/** A report is tried again for eight hours (Mailgun); an older one is an old one that somebody sends again. */
const OLDEST_SECONDS = 12 * 3600;
const SECONDS_AHEAD = 300;

const signed = z.object({
  signature: z.object({ timestamp: z.union([z.string(), z.number()]), token: z.string(), signature: z.string() }),
  'event-data': z.record(z.string(), z.unknown()),
});
/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-payloads */
const reported = z.object({
  event: z.enum(['delivered', 'failed']),
  severity: z.optional(z.string()),
  message: z.object({ headers: z.object({ 'message-id': z.string() }) }),
  'delivery-status': z.optional(
    z.object({
      code: z.optional(z.nullable(z.union([z.number(), z.string()]))),
      message: z.optional(z.nullable(z.string())),
      description: z.optional(z.nullable(z.string())),
      'enhanced-code': z.optional(z.nullable(z.string())),
    }),
  ),
});

export interface MailEventsDeps {
  readonly config: Pick<Config, 'mail'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Pick<Mailer, 'recordReport'>;
}

export function createMailEvents({ config, db, clock, log, mailer }: MailEventsDeps): MailEvents {
  const { eventsKey } = config.mail;

  function isSigned({ timestamp, token, signature }: z.infer<typeof signed>['signature']): boolean {
    if (eventsKey === null) return false;
    const wanted = createHmac('sha256', eventsKey).update(`${timestamp}${token}`).digest();
    const given = Buffer.from(signature, 'hex');
    const age = clock.now().getTime() / 1000 - Number(timestamp);
    return given.length === wanted.length && timingSafeEqual(given, wanted) && age <= OLDEST_SECONDS && age >= -SECONDS_AHEAD;
  }

  async function record(report: MailReport): Promise<boolean> {
    const end = await db.system('mail events', (tx) => mailer.recordReport(tx, report));
    // Without the address, because a log is kept longer than the mail.
    if (end?.isNew && report.state === 'failed') log.warn(`A mail came back: ${report.mailId} (${end.template}, ${report.failure}).`);
    return end !== undefined;
  }

  return {
    async handleProviderEvent(body) {
      const { data } = signed.safeParse(jsonOf(body));
      if (!data || !isSigned(data.signature)) throw new AppError('access.forbidden');
      const { data: event } = reported.safeParse(data['event-data']);
      // Opened, clicked, accepted … and failures that the provider tries again.
      if (!event || (event.event === 'failed' && event.severity !== 'permanent')) return;
      const mailId = event.message.headers['message-id'].replace(/^</, '').split('@')[0]?.toLowerCase() ?? '';
      if (!isId(mailId)) return;
      const status = event['delivery-status'];
      const said = [status?.['enhanced-code'], status?.code, status?.message || status?.description]
        .filter(Boolean)
        .join(' ')
        .slice(0, 500);
      const failed = event.event === 'failed';
      await record({
        mailId,
        state: event.event,
        failure: failed ? mailRefusal(said) : null,
        code: statusCodeIn(said),
        said: failed ? said : '',
      });
    },

    async handleBounce(raw) {
      const report = await readDsn(raw).catch(() => null);
      return report !== null && (await record(report));
    },
  };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
