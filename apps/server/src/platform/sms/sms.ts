import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { sendAgainOf } from '@checkwell/domain/messages/failures';
import { isNews, SMS_MAX_SEGMENTS, smsSegments } from '@checkwell/domain/messages/sms';
import { isMobilePhone, normalisePhone } from '@checkwell/domain/people/numbers/phone';
import type { MessageLanguage } from '@checkwell/messages';
import type { Config } from '../../config.ts';
import type { Database, WriteTx } from '../db/database.ts';
import { isId, newId } from '../ids.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Log } from '../log.ts';
import { effectOf, type LockedMessage, lockedMessage, quietHours, type Urgency } from '../mail/locked-message.ts';
import { type MailWriter, writerIn } from '../mail/mailer.ts';
import type { MessageListener } from '../mail/message-listener.ts';
import { inSpan } from '../trace.ts';
import {
  embeddedGateway,
  type GatewaySession,
  type OutgoingSms,
  type SmsGateway,
  SmsNotSent,
  type SmsReceipt,
  SmsRefusal,
} from './gateway.ts';
import { smppGateway } from './smpp.ts';
import * as repository from './sms.repository.ts';
import { twilioGateway } from './twilio.ts';

/** One kind of text message, in `<noun>.sms.ts` of its module. It says nothing about health: others may read the telephone too. */
export interface SmsTemplate<Params> {
  /** Kept with the message, such as `offerMade`. */
  readonly name: string;
  /** Writes the text, of at most `SMS_MAX_SEGMENTS` segments whatever the parameters. */
  write(params: Params, writer: MailWriter): string;
}

export interface NewSms<Params> {
  /** Whose data it is about; null: no company's. */
  readonly companyId: string | null;
  /** The number as people write it. */
  readonly to: string;
  readonly language: MessageLanguage;
  readonly template: SmsTemplate<Params>;
  readonly params: Params;
  /** Left out: `waking`. `atOnce` is for what cannot wait until morning. */
  readonly urgency?: Urgency;
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
  /** The same as `Mailer.lockFailed`. */
  lockFailed(tx: WriteTx, id: string): Promise<LockedMessage | undefined>;
  /**
   * Takes back messages that have not left yet: what they say is over. Locks them: `text_messages` come before what follows them in the order of locks (ARCHITECTURE.md).
   * @returns the ids of those that do not leave any more
   */
  withdraw(tx: WriteTx, ids: readonly string[]): Promise<readonly string[]>;
  /**
   * Is called with what happens to the messages of a template, in the transaction that records it; not of those that were withdrawn. One listener
   * each. The message is locked: the listener locks only what comes after `text_messages`.
   */
  onNews(template: string, listener: MessageListener): void;
  /**
   * Takes a report of the gateway. What is known already, and what is about no message of the product, changes nothing.
   * @param reference the message's id, as it is in the address
   * @throws {AppError} `access.forbidden`: not from the gateway
   */
  handleReport(reference: string, body: URLSearchParams, signature: string): Promise<void>;
  /** The session of a gateway that takes messages and sends reports over one; null: it has none. */
  readonly session: Pick<GatewaySession, 'bound' | 'onSubmit'> | null;
  /** Opens the session, where there is one: in each process that sends. */
  start(): void;
  /** Ends it, after what is under way. */
  close(): Promise<void>;
}

const TOPIC = 'sms';
const RECEIPT_TOPIC = 'smsReceipt';
/** Pauses between the searches for the message of a receipt, which may come before its answer is recorded. After the last one the receipt is dropped. */
const RECEIPT_PAUSES_MS = [10_000, 60_000, 600_000];
const HAND_OVER = { name: 'sms hand-over', kind: 'client' } as const;

export interface SmsDeps {
  readonly config: Pick<Config, 'sms' | 'publicUrl' | 'apiUrl' | 'demo' | 'seller' | 'languages' | 'oneShotChecks' | 'payments'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly log: Log;
}

function gatewayOf(
  { sms, publicUrl, apiUrl, demo }: SmsDeps['config'],
  log: Log,
  keep: (receipt: SmsReceipt) => Promise<void>,
): SmsGateway | null {
  switch (sms?.gateway) {
    case undefined:
      return null;
    case 'stand-in':
      return embeddedGateway;
    case 'twilio':
      return twilioGateway(sms, apiUrl ?? publicUrl, demo);
    case 'smpp':
      return smppGateway(sms, demo, log, keep);
  }
}

/** A receipt in the outbox, whose message was not found yet. */
interface Waiting {
  readonly receipt: SmsReceipt;
  /** The number of earlier searches for its message. */
  readonly looks: number;
}

interface Order {
  readonly sms: OutgoingSms;
  /** Set: an earlier attempt began then, and may have succeeded without our knowing. */
  readonly attemptedAt: Date | null;
}

/** How the gateway answered. */
type Answer = { readonly providerIds: readonly string[] } | { readonly refusal: SmsRefusal };

/** Text messages of the product: by the gateway that the configuration names, or kept for the mailbox page. */
export function createSms({ config, db, clock, outbox, log }: SmsDeps): Sms {
  const gateway = gatewayOf(config, log, (receipt) => db.system('sms', (tx) => take(tx, { receipt, looks: 0 })));
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

  /** An id of the gateway, unless another message has it: some gateways number from the start again. */
  async function unused(tx: WriteTx, providerId: string | undefined): Promise<string | null> {
    if (providerId === undefined) return null;
    return (await repository.knownProviderIds(tx, [providerId])).has(providerId) ? null : providerId;
  }

  /** Keeps a receipt for a while: its message may be known later. */
  async function keep(tx: WriteTx, { receipt, looks }: Waiting): Promise<void> {
    const pause = RECEIPT_PAUSES_MS[looks];
    if (pause === undefined) return;
    const payload: Waiting = { receipt, looks: looks + 1 };
    await outbox.put(tx, { topic: RECEIPT_TOPIC, companyId: null, payload, dueAt: new Date(clock.now().getTime() + pause) });
  }

  /** Records a receipt with its message, or keeps it for a while where there is none that it could be about. */
  async function take(tx: WriteTx, { receipt, looks }: Waiting): Promise<void> {
    const now = clock.now();
    const id = await repository.findOfReceipt(tx, receipt, now);
    if (id === undefined) return keep(tx, { receipt, looks });
    const row = await repository.lock(tx, id);
    const { state, failure, code, providerIds } = receipt;
    // Meanwhile the answer may have said that the message has another id: the receipt is about another one.
    if (row && row.providerId !== null && !providerIds.includes(row.providerId)) return keep(tx, { receipt, looks });
    if (!row || !isNews(receipt, row)) return;
    const news = { state, failure, code, error: code === '' ? '' : `SMSC ${code}`, providerId: await unused(tx, providerIds[0]) };
    await recordNews(tx, row, news, now, gateway?.keepsContent ?? false);
  }

  function handle({ send, find, keepsContent }: SmsGateway): void {
    outbox.handle(RECEIPT_TOPIC, { deliver: (tx, { payload }) => take(tx, payload as Waiting) });
    outbox.handleExternal<Order, Answer>(TOPIC, {
      async prepare(tx, effect) {
        const { id } = effect;
        const row = await repository.lock(tx, id);
        // A report may have come before the answer.
        if (row?.state !== 'queued') return null;
        const now = clock.now();
        const isLate = row.validUntil !== null && row.validUntil <= now;
        if (isLate || (await listeners.get(row.template)?.isOver?.(tx, id))) {
          const news = { state: 'failed', failure: 'expired', code: '', error: '', providerId: null } as const;
          await recordNews(tx, row, news, now, keepsContent);
          return null;
        }
        if (find === null && row.attemptedAt !== null) {
          // The process that began it got no answer and crashed.
          const news = { state: 'failed', failure: 'notKnown', code: '', error: row.error, providerId: null } as const;
          await recordNews(tx, row, news, now, keepsContent);
          return null;
        }
        const early = quietHours(effect, now);
        if (early) return early;
        await repository.beginAttempt(tx, row, now);
        return { sms: { to: row.recipient, text: row.text, reference: id }, attemptedAt: row.attemptedAt };
      },

      async call({ sms, attemptedAt }) {
        if (attemptedAt !== null && find !== null) {
          const left = await find(sms, attemptedAt);
          // Another message of the product may have said the same to the same person.
          const known = left.length > 0 ? await db.system('sms', (tx) => repository.knownProviderIds(tx, left)) : new Set();
          const ours = left.filter((providerId) => !known.has(providerId));
          if (ours.length > 0) return { providerIds: ours };
        }
        try {
          const { providerId } = await inSpan(HAND_OVER, () => send(sms));
          return { providerIds: providerId === '' ? [] : [providerId] };
        } catch (error) {
          // Refused permanently is an answer like another: it is with the message, and nobody needs to look after it.
          if (error instanceof SmsRefusal) return { refusal: error };
          throw error;
        }
      },

      async record(tx, answer, { id }) {
        const row = await repository.lock(tx, id);
        if (!row) return undefined;
        const now = clock.now();
        if ('refusal' in answer) {
          const { failure, code, message } = answer.refusal;
          if (!isNews({ state: 'failed', failure }, row)) return undefined;
          const refused = find === null ? await repository.forgetAttempt(tx, row) : row;
          await recordNews(tx, refused, { state: 'failed', failure, code, error: message, providerId: null }, now, keepsContent);
          return 'refused';
        }
        const providerId = await unused(tx, answer.providerIds[0]);
        if (isNews({ state: 'sent', failure: null }, row))
          await recordNews(tx, row, { state: 'sent', failure: null, code: '', error: '', providerId }, now, keepsContent);
        else if (providerId !== null) await repository.recordId(tx, row, providerId);
        return undefined;
      },

      async failed(tx, { id }, error, willRetry) {
        const locked = await repository.lock(tx, id);
        if (locked?.state !== 'queued') return;
        const mayHaveLeft = find === null && locked.attemptedAt !== null && !(error instanceof SmsNotSent);
        const row = find === null && !mayHaveLeft ? await repository.forgetAttempt(tx, locked) : locked;
        if (willRetry && !mayHaveLeft) return repository.recordError(tx, row, error.message);
        const failure = mayHaveLeft ? 'notKnown' : 'other';
        const news = { state: 'failed', failure, code: '', error: error.message, providerId: null } as const;
        await recordNews(tx, row, news, clock.now(), keepsContent);
      },
    });
  }

  return {
    available: gateway !== null,

    async enqueue(tx, { companyId, to, language, template, params, urgency = 'waking', validUntil }) {
      const recipient = normalisePhone(to);
      if (gateway === null || recipient === null || !isMobilePhone(recipient)) return null;
      // The address is short, without a language: each character counts.
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
      return outbox.put(tx, { id, topic: TOPIC, companyId, ...effectOf(urgency, now) });
    },

    async withdraw(tx, ids) {
      const withdrawn: string[] = [];
      for (const id of ids.toSorted()) {
        const row = await repository.lock(tx, id);
        // After an attempt it may have been sent although no answer came.
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
      const left = row.sentAt !== null || row.providerId !== null || row.failure === 'notKnown';
      return lockedMessage(tx, {
        clock,
        outbox,
        topic: TOPIC,
        row,
        sendAgain: sendAgainOf({ ...row, hasContent: row.text !== '' && gateway !== null, left }, clock.now()),
        listener: listeners.get(row.template),
        requeue: (at) => repository.requeue(tx, row, at),
      });
    },

    async handleReport(reference, body, signature) {
      const report = gateway?.readReport(reference, body, signature);
      if (!gateway || !report) throw new AppError('access.forbidden');
      const { state, failure, code, providerId } = report;
      if (state === null || providerId === '' || !isId(reference)) return;
      await db.system('sms', async (tx) => {
        const row = await repository.lock(tx, reference);
        if (!row || (row.providerId !== null && row.providerId !== providerId) || !isNews({ state, failure }, row)) return;
        const error = code === '' ? '' : `Twilio ${code}`;
        await recordNews(tx, row, { state, failure, code, error, providerId }, clock.now(), gateway.keepsContent);
      });
    },

    session: gateway?.session ?? null,
    start: () => gateway?.session?.start(),
    close: async () => gateway?.session?.close(),
  };
}
