import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { ANONYMOUS_FLAG_KEY } from '@checkwell/domain/flags/flags';
import type { CompanyLookup, OneShotOffer, OneShotPayer, OneShotView, PaymentSession } from '@checkwell/domain/one-shot/contract';
import { payableUntil } from '@checkwell/domain/one-shot/limits';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { oneShotRule } from '@checkwell/domain/one-shot/rules';
import { oneShotDocumentRule } from '@checkwell/domain/one-shot/shapes';
import { OPEN_ATTEMPT_STATES, offersAccount } from '@checkwell/domain/one-shot/states';
import { normaliseVat } from '@checkwell/domain/people/numbers/vat';
import { ANONYMOUS } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { deriveSecret } from '../../config/secrets.ts';
import { type Config, offersOneShot } from '../../config.ts';
import type { CompanyRegister } from '../../platform/company-register/company-register.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Geocoder } from '../../platform/geo/geocoder.ts';
import { fieldErrorAt } from '../../platform/guard.ts';
import { createThrottle } from '../../platform/identity/throttle.ts';
import { newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { MailAttachment } from '../../platform/mail/mails.repository.ts';
import type { PaymentSnapshot, Payments } from '../../platform/payments/payments.ts';
import { createRowLinks } from '../../platform/row-links.ts';
import { createSecretKeys, type SecretKeys } from '../../platform/secrets/keys.ts';
import type { CheckService } from '../checks/checks.service.ts';
import type { FlagGuard } from '../feature-flags/feature-flags.service.ts';
import type { InvoiceService } from '../invoices/invoices.service.ts';
import { createOneShotJobs, type OneShotJobs } from './one-shot.jobs.ts';
import type { AttemptRow, OrderRow } from './one-shot.repository.ts';
import * as repository from './one-shot.repository.ts';
import { payerOf, showOrder } from './one-shot.view.ts';
import { createPayerMails } from './one-shot-payer-mails.ts';
import { createOpenPayment, createPayment } from './one-shot-payments.ts';
import { createRefunding } from './one-shot-refund-steps.ts';
import { createOneShotRefunds, type OneShotRefunds } from './one-shot-refunds.ts';
import { sha256 } from './one-shot-secrets.ts';
import { createSettling } from './one-shot-settlement.ts';

export type { OneShotPayment } from './one-shot-refunds.ts';

/** Where a visitor's request comes from. */
interface Caller {
  readonly ip: string;
}

/**
 * One Shot Checks (specification, sections 1, 2, 5 and 9): a visitor orders, pays by card, and follows the check by a link. The holder of
 * the link may read and pay this one order and nothing else; no session, no ability of the policy is involved.
 */
export interface OneShotService extends OneShotJobs, OneShotRefunds {
  /** Whether this installation sells One Shot Checks. */
  offer(): OneShotOffer;
  /**
   * Name and address of the company with a VAT number; `found` null if they are not found.
   * @throws {AppError} `payment.notOffered`, `request.invalid`, `auth.tooManyAttempts`
   */
  findCompany(companyNumber: string, caller: Caller): Promise<CompanyLookup>;
  /**
   * Stores an order that awaits payment. A repeated request with the same key and content gets the same order.
   * @throws {AppError} `payment.notOffered`, `request.invalid`, `check.periodEnded`, `request.idempotencyMismatch`, `auth.tooManyAttempts`
   */
  order(input: unknown, idempotencyKey: string, caller: Caller): Promise<OneShotView>;
  /**
   * The order of a link.
   * @param options `refresh`: ask the payment provider for the state of the latest attempt, if it is open
   * @throws {AppError} `entity.notFound`, `auth.tooManyAttempts` after many wrong links; so do all methods with a token
   */
  get(token: string, options: { readonly refresh: boolean }, caller: Caller): Promise<OneShotView>;
  /**
   * Opens the payment of an order: with the attempt that is open, or with a new one after a decline.
   * @returns the data with which the browser pays at the payment provider
   * @throws {AppError} `entity.notFound`, `payment.notPossible`, `payment.unavailable`, `auth.tooManyAttempts`
   */
  pay(token: string, idempotencyKey: string, caller: Caller): Promise<PaymentSession>;
  /**
   * The payer of an order, to fill in the form to become a client.
   * @throws {AppError} `entity.notFound`, also for an order that is not paid, has expired or was refunded
   */
  payer(token: string, caller: Caller): Promise<OneShotPayer>;
  /**
   * The invoice or a credit note, as PDF or XML (UBL).
   * @param input parsed here: `oneShotDocumentRule`
   * @throws {AppError} `request.invalid`; `entity.notFound`, also if there is no such document
   */
  download(token: string, input: unknown, caller: Caller): Promise<MailAttachment>;
  /**
   * Handles an event of the payment provider: settles the payment that it is about.
   * @param body the bytes as received, which the signature covers
   * @throws {AppError} `payment.eventRefused`; `payment.unavailable`: the provider sends the event again
   */
  handlePaymentEvent(body: Buffer, signature: string): Promise<void>;
}

export interface OneShotDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly geocoder: Geocoder;
  readonly register: CompanyRegister | null;
  readonly payments: Payments | null;
  readonly checks: Pick<CheckService, 'placeOneShot'>;
  readonly invoices: InvoiceService;
  readonly flags: FlagGuard;
  readonly keys?: SecretKeys;
}

const KEY = /^[\x21-\x7e]{8,100}$/;

/** Makes the service, from its parts: payments, settlement, refunds, mails to payers and scheduled jobs. */
export function createOneShotService(deps: OneShotDeps): OneShotService {
  const { config, db, clock, log, geocoder, register, payments, flags, invoices, keys = createSecretKeys(config) } = deps;
  const offered = offersOneShot(config);
  const links = createRowLinks(keys.of('one shot links'));
  const throttle = createThrottle({ pool: db.authPool(), clock, secret: deriveSecret(config, 'identity throttle keys') });
  const payerMails = createPayerMails({ ...deps, links });
  const refunding = createRefunding({ ...deps, payerMails });
  const settling = createSettling({ ...deps, payerMails, refunding });
  const openPayment = createOpenPayment({ ...deps, settling });

  /**
   * The state of an attempt at the payment provider. An attempt that may never have reached the provider is created there with the same idempotency key and
   * cancelled: no browser got its secret, so nobody is paying with it.
   */
  async function look({ id, providerId }: AttemptRow): Promise<PaymentSnapshot | null> {
    if (payments === null) throw new AppError('payment.unavailable');
    if (providerId !== null) return payments.find(providerId);
    const made = await createPayment(payments, id);
    return payments.cancel(made.providerId);
  }

  /**
   * The state of a payment at the payment provider; null if it does not answer. The order then shows the state that is known here. The error is not passed on,
   * because its text says that nothing was charged, which is unknown.
   */
  async function findNow(provider: Payments, providerId: string): Promise<PaymentSnapshot | null> {
    try {
      return await provider.find(providerId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'payment.unavailable') throw error;
      log.warn(`payment ${providerId}: the provider does not answer`);
      return null;
    }
  }

  /** The order of a link. @throws {AppError} `entity.notFound`, the same for every wrong link; `auth.tooManyAttempts` after many wrong links */
  async function open(token: string, { ip }: Caller): Promise<OrderRow> {
    const hash = links.hashOf(token);
    const order = hash && (await db.system('one shot', (tx) => repository.findByToken(tx, hash)));
    if (order) return order;
    await throttle.wrongLink(ip);
    throw new AppError('entity.notFound');
  }

  /** Counts a request to the payment provider. @returns false if the caller has made too many */
  async function mayAskProvider({ ip }: Caller): Promise<boolean> {
    try {
      await throttle.payment(ip);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'auth.tooManyAttempts') return false;
      throw error;
    }
  }

  /** Reads the order as it is now, and logs who read it. */
  async function show(orderId: string, action: 'oneShot.order' | 'oneShot.read'): Promise<OneShotView> {
    return db.system('one shot', async (tx) => {
      const order = await repository.lockOrder(tx, orderId);
      if (!order) throw new AppError('entity.notFound');
      await logAccess(tx, ANONYMOUS, action, 'one_shot_orders', order.companyId, orderId);
      return showOrder(tx, order, { token: links.tokenOf(orderId, order.tokenHash), now: clock.now(), invoices });
    });
  }

  return {
    ...createOneShotJobs({ ...deps, settling, links, look }),
    ...createOneShotRefunds({ ...deps, refunding }),

    offer: () => ({ offered }),

    async findCompany(text, { ip }) {
      if (!offered) throw new AppError('payment.notOffered');
      const companyNumber = normaliseVat(text);
      if (companyNumber === null) throw fieldErrorAt('companyNumber', 'vatFormat');
      if (register === null) return { found: null };
      await throttle.company(ip);
      return { found: await register.find(companyNumber) };
    },

    async order(input, idempotencyKey, { ip }) {
      if (!offered) throw new AppError('payment.notOffered');
      const { worker, incapacity, invoicing, terms: _accepted, language } = parseInput(oneShotRule, input);
      if (!KEY.test(idempotencyKey)) throw fieldErrorAt('idempotencyKey', 'invalidChoice');
      const keyHash = sha256(idempotencyKey);
      const requestHash = sha256(JSON.stringify({ worker, incapacity, invoicing, language }));
      const earlier = await db.system('one shot', (tx) => repository.findByKey(tx, keyHash));
      if (earlier) return replay(earlier, requestHash);
      if (incapacity.endDate < clock.today())
        throw new AppError('check.periodEnded', {}, { issues: [fieldIssue('incapacity.endDate', 'periodEnded')] });
      if (incapacity.locationCheck === 'Telecheck' && !(await flags.isOnFor('telecheck', ANONYMOUS_FLAG_KEY)))
        throw fieldErrorAt('incapacity.locationCheck', 'telecheckOff');
      const located = await geocoder.locate(worker.workerAddress);
      const now = clock.now();
      const id = newId();
      const tokenHash = links.hashOf(links.newToken(id));
      if (!tokenHash) throw new Error('A link of ours is none.');
      const isNew = await db.system('one shot', async (tx) => {
        const inserted = await repository.insertOrder(tx, {
          id,
          tokenHash,
          keyHash,
          requestHash,
          language,
          details: JSON.stringify({ worker, incapacity, located } satisfies repository.OrderDetails),
          incapacityStartDate: incapacity.startDate,
          incapacityEndDate: incapacity.endDate,
          ...invoicing,
          ...ONE_SHOT_AMOUNTS,
          createdAt: now,
          payableUntil: payableUntil(now, incapacity.endDate),
        });
        // Only a new order counts, not its repetition. Above the limit, the error also undoes the insertion.
        if (inserted) await throttle.oneShotOrder({ email: invoicing.invoicingEmail, ipAddress: ip });
        return inserted;
      });
      if (isNew) return show(id, 'oneShot.order');
      const faster = await db.system('one shot', (tx) => repository.findByKey(tx, keyHash));
      if (!faster) throw new Error('An order vanished while it was being repeated.');
      return replay(faster, requestHash);
    },

    async get(token, { refresh }, caller) {
      const order = await open(token, caller);
      // A caller over the limit still gets the state that is known here.
      if (refresh && payments !== null && (await mayAskProvider(caller))) {
        const attempt = await db.system('one shot', (tx) => repository.findLatestAttempt(tx, order.id));
        const isOpen = attempt && (OPEN_ATTEMPT_STATES as readonly string[]).includes(attempt.state);
        const snapshot = isOpen && attempt.providerId !== null ? await findNow(payments, attempt.providerId) : null;
        if (snapshot) await settling.settle(snapshot);
      }
      return show(order.id, 'oneShot.read');
    },

    async pay(token, idempotencyKey, caller) {
      const order = await open(token, caller);
      if (!KEY.test(idempotencyKey)) throw fieldErrorAt('idempotencyKey', 'invalidChoice');
      await throttle.payment(caller.ip);
      return openPayment(order.id, sha256(idempotencyKey));
    },

    async payer(token, caller) {
      const { id } = await open(token, caller);
      return db.system('one shot', async (tx) => {
        const order = await repository.lockOrder(tx, id);
        if (!order || !offersAccount(order)) throw new AppError('entity.notFound');
        await logAccess(tx, ANONYMOUS, 'oneShot.payer', 'one_shot_orders', order.companyId, id);
        return payerOf(order);
      });
    },

    async download(token, input, caller) {
      const order = await open(token, caller);
      const { kind, format, number } = parseInput(oneShotDocumentRule, input);
      const { companyId, checkId } = order;
      if (companyId === null || checkId === null) throw new AppError('entity.notFound');
      const document = await db.system('one shot', async (tx) => {
        await logAccess(tx, ANONYMOUS, 'oneShot.invoice', 'one_shot_orders', companyId, order.id);
        return (await invoices.ofCheck(tx, companyId, checkId)).findLast(
          (row) => row.kind === kind && row.number === (number ?? row.number),
        );
      });
      if (!document) throw new AppError('entity.notFound');
      return format === 'ubl' ? invoices.ubl(document) : invoices.pdf(document);
    },

    async handlePaymentEvent(body, signature) {
      if (payments === null) throw new AppError('payment.eventRefused');
      const event = await payments.readEvent(body, signature, clock.now());
      const { provider } = payments;
      if (event.providerId === null || (await db.system('one shot', (tx) => repository.knowsEvent(tx, provider, event.id)))) return;
      const snapshot = await payments.find(event.providerId);
      if (snapshot) await settling.settle(snapshot, event);
    },
  };

  /** Answers a repeated order. @throws {AppError} `request.idempotencyMismatch` if its content is different */
  function replay(order: OrderRow, requestHash: Buffer): Promise<OneShotView> {
    if (!order.requestHash.equals(requestHash)) throw new AppError('request.idempotencyMismatch');
    return show(order.id, 'oneShot.read');
  }
}
