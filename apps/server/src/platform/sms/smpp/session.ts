import { setTimeout as sleep } from 'node:timers/promises';
import type { PDU } from 'smpp';
import type { SmppConfig, SmppLimits } from '../../../config/messages.ts';
import type { Log } from '../../log.ts';
import { type GatewaySession, SmsNotSent, type SubmitOutcome } from '../gateway.ts';
import { openLink, type SmppLink, statusName } from './link.ts';

/** One message takes at most `readyMs + holdMs + answerMs`: less than a process has for its end. */
const LIMITS: SmppLimits = {
  readyMs: 5_000,
  answerMs: 12_000,
  enquireMs: 30_000,
  reconnectMs: 1_000,
  longestReconnectMs: 60_000,
  holdMs: 2_000,
  window: 10,
};

/** The statuses of an SMSC that gets too many messages: ESME_RMSGQFUL and ESME_RTHROTTLED. */
const TOO_MUCH: readonly number[] = [0x14, 0x58];
const OK = 0;
/** ESME_RX_T_APPN: asks the SMSC to deliver it again. */
const LATER = 0x64;

export interface SmppSession extends GatewaySession {
  /** @throws {SmsNotSent} nothing was written; after anything else the SMSC may have got it */
  submit(fields: object): Promise<PDU>;
}

/**
 * The one session of this process, opened when it is started or first needed, and again whenever it is lost.
 * @param keep stores what the SMSC delivers; if it rejects, the SMSC delivers it again
 */
export function createSmppSession(config: SmppConfig, log: Log, keep: (pdu: PDU) => Promise<void>): SmppSession {
  const limits = { ...LIMITS, ...config.limits };
  const underWay = new Set<Promise<unknown>>();
  const listeners: ((outcome: SubmitOutcome) => void)[] = [];
  let waiting: { readonly go: (link: SmppLink) => void; readonly give: (error: Error) => void }[] = [];
  let link: SmppLink | null = null;
  let next: NodeJS.Timeout | null = null;
  let [asked, opening, closed, failures, heldUntil] = [false, false, false, 0, 0];

  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    const forget = () => void underWay.delete(work);
    work.then(forget, forget);
    return work;
  }

  async function deliver(pdu: PDU): Promise<number> {
    try {
      await track(keep(pdu));
      return OK;
    } catch (error) {
      log.warn(
        `A receipt of the SMSC could not be stored, and the SMSC is asked to send it again: ${error instanceof Error ? error.message : error}`,
      );
      return LATER;
    }
  }

  function open(): void {
    if (link !== null || opening || next !== null || closed) return;
    opening = true;
    asked = true;
    let ended = false;
    void openLink(config, limits.readyMs, {
      deliver,
      ended: (reason) => {
        ended = true;
        if (link === null) return;
        link = null;
        if (!closed) log.warn(`The session with the SMSC is lost: ${reason.message}`);
        later();
      },
    }).then(
      (opened) => {
        opening = false;
        if (closed) return opened.cut(new Error('This process ends.'));
        if (ended) return later();
        failures = 0;
        link = opened;
        enquire(opened);
        for (const { go } of waiting.splice(0)) go(opened);
      },
      (error: Error) => {
        opening = false;
        if (failures === 0) log.warn(error.message);
        failures += 1;
        for (const { give } of waiting.splice(0)) give(error);
        later();
      },
    );
  }

  /** Opens it again after a pause, which grows with each failure. */
  function later(): void {
    if (closed) return;
    next = setTimeout(
      () => {
        next = null;
        open();
      },
      Math.min(limits.longestReconnectMs, limits.reconnectMs * 2 ** failures),
    );
    next.unref();
  }

  /** Asks regularly whether the SMSC answers: a broken connection is not always reported. */
  function enquire(of: SmppLink): void {
    const timer = setInterval(() => {
      if (link !== of) return clearInterval(timer);
      of.ask('enquire_link', {}, limits.readyMs).catch(() => of.cut(new Error('The SMSC does not answer any more.')));
    }, limits.enquireMs);
    timer.unref();
  }

  function ready(): Promise<SmppLink> {
    if (closed) return Promise.reject(new SmsNotSent('This process ends.'));
    if (link !== null) return Promise.resolve(link);
    open();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== waiter);
        reject(new SmsNotSent('There is no session with the SMSC yet.'));
      }, limits.readyMs);
      const waiter = {
        go: (opened: SmppLink) => {
          clearTimeout(timer);
          resolve(opened);
        },
        give: (error: Error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      waiting.push(waiter);
    });
  }

  async function attempt(fields: object): Promise<PDU> {
    const hold = heldUntil - performance.now();
    if (hold > 0) await sleep(hold);
    const to = await ready();
    if (to.open >= limits.window) throw new SmsNotSent(`${limits.window} messages wait for an answer of the SMSC.`);
    return to.ask('submit_sm', fields, limits.answerMs);
  }

  const notify = (outcome: SubmitOutcome): void => {
    for (const listener of listeners) listener(outcome);
  };

  async function submit(fields: object): Promise<PDU> {
    const answer = await attempt(fields).catch((error: unknown) => {
      notify(error instanceof SmsNotSent ? 'notSent' : 'unanswered');
      throw error;
    });
    const { command_status: status } = answer;
    if (!TOO_MUCH.includes(status)) {
      notify(status === OK ? 'taken' : 'refused');
      return answer;
    }
    notify('throttled');
    heldUntil = performance.now() + limits.holdMs;
    throw new SmsNotSent(`The SMSC accepts no messages for now: ${await statusName(status)}`);
  }

  return {
    start: open,
    bound: () => (asked ? link !== null : null),
    onSubmit: (listener) => void listeners.push(listener),
    submit: (fields) => track(submit(fields)),
    async close() {
      closed = true;
      if (next !== null) clearTimeout(next);
      for (const { give } of waiting.splice(0)) give(new SmsNotSent('This process ends.'));
      // Receipts are answered first, too; otherwise they would come again.
      await Promise.allSettled(underWay);
      await link?.ask('unbind', {}, limits.readyMs).catch(() => undefined);
      link?.cut(new Error('This process ends.'));
    },
  };
}
