import {
  type AppointmentNews,
  type DecidedState,
  type DecisionNews,
  decisionNews,
  type EmployeeNews,
  type ExpectedState,
  employeeNews,
  expectedAt,
  isDecisionNews,
  isDecisionTrue,
  isSameAppointment,
} from '@checkwell/domain/check/employee-news';
import type { CheckLocation } from '@checkwell/domain/check/enums';
import {
  currentMessages,
  decisionMessages,
  isAbout,
  knownMessages,
  leavesAtNight,
  type MessageTarget,
  mayKnowOf,
  toldState,
  waysToCancel,
  waysToTell,
} from '@checkwell/domain/check/times/told';
import type { Clock } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import type { MessageLanguage } from '@checkwell/messages';
import type { WriteTx } from '../../../platform/db/database.ts';
import type { CheckKey } from '../../../platform/db/fragments.ts';
import { type Locked, lockRow, updateRow } from '../../../platform/db/locked.ts';
import { newId } from '../../../platform/ids.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { MessageListener } from '../../../platform/mail/message-listener.ts';
import type { Sms } from '../../../platform/sms/sms.ts';
import type { CheckRecord } from '../checks.repository.ts';
import type { EmployeeLinks } from '../employee-page/employee-page-links.ts';
import { type EmployeeNotifier, getVisible, notifyScreens } from '../steps/checks-steps.ts';
import { EMPLOYEE_MAIL } from './checks-employee.mails.ts';
import * as repository from './checks-employee.repository.ts';
import { EMPLOYEE_SMS } from './checks-employee.sms.ts';

const TOPIC = 'employeeMessage';
const DECISION_TOPIC = 'employeeDecision';
const SYSTEM: Actor = { kind: 'system', name: 'message to the employee' };

interface Message extends CheckKey {
  readonly news: AppointmentNews;
  /** Instant as text. */
  readonly appointmentStart: string;
  readonly checkLocation: CheckLocation;
  readonly doctorId: string | null;
}

interface DecisionMessage extends CheckKey {
  readonly news: DecisionNews;
  /** The version of the check that the decision made. */
  readonly version: number;
}

/** What somebody is told, about which appointment; of a decision the one that was kept or missed. */
interface News {
  readonly news: EmployeeNews;
  readonly appointmentStart: Date;
  readonly checkLocation: CheckLocation;
  readonly doctorId: string | null;
  readonly decisionVersion: number | null;
}

export interface EmployeeNotifierDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly sms: Pick<Sms, 'enqueue' | 'withdraw' | 'onNews'>;
  readonly mailer: Pick<Mailer, 'enqueue' | 'withdraw' | 'onNews'>;
  /** Who organises the check, as mails name it. */
  readonly providerName: string;
  readonly employeeLinks: Pick<EmployeeLinks, 'employeeLink'>;
  /** Where the product is reached, without a slash at the end. */
  readonly publicUrl: string;
}

/**
 * Records with a check the state of what its employee was told. What was known when a check ended stays.
 * @param held the check, locked by the code that wrote something about its employee
 */
export async function recordTold(tx: WriteTx, held: Locked<'checks'>): Promise<void> {
  if (held.status !== 'WaitingForCheck') return;
  const employeeTold = toldState(held, await repository.findEmployeeMessages(tx, [held]));
  if (employeeTold !== held.employeeTold) await updateRow(tx, held, { employeeTold });
}

export function createEmployeeNotifier({
  clock,
  outbox,
  sms,
  mailer,
  providerName,
  employeeLinks,
  publicUrl,
}: EmployeeNotifierDeps): EmployeeNotifier {
  /**
   * Tells by the first way that was not tried about this appointment, or this decision.
   * @param known what the employee knew before
   * @param tried what was tried about it
   */
  async function notify(tx: WriteTx, check: CheckRecord, told: News, known: Messages = [], tried: Messages = []): Promise<void> {
    const { companyId, id: checkId, companyName } = check;
    const { news, appointmentStart, checkLocation, doctorId, decisionVersion } = told;
    const now = clock.now();
    const appointment = { appointmentStart, checkLocation, doctorId };
    const employeeMessage = { ...appointment, companyId, id: newId(), checkId, news, decisionVersion, createdAt: now };
    const address = doctorId === null ? '' : await repository.findPracticeAddress(tx, doctorId);
    const link = publicUrl + (await employeeLinks.employeeLink(tx, check));
    // Who has to be somewhere early knows at night that they need not be there, too.
    const isUrgent = [told, ...known].some(({ appointmentStart: start }) => start > now && leavesAtNight(now, start));
    const message = {
      companyId,
      language: check.workerLanguage.toLowerCase() as MessageLanguage,
      // A decision is not urgent: it is not sent by night.
      ...(isDecisionNews(news)
        ? { urgency: 'waking' as const }
        : { urgency: isUrgent ? ('atOnce' as const) : ('waking' as const), validUntil: appointmentStart }),
    } as const;
    const params = { news, companyName, checkLocation, appointmentStart: appointmentStart.toISOString(), address, link };
    const isTried = ({ channel, to }: MessageTarget) =>
      tried.some((each) => each.channel === channel && (channel === 'mail' ? each.email : each.phoneNumber) === to);
    for (const way of news === 'Cancelled' ? waysToCancel(check, known) : waysToTell(check)) {
      if (isTried(way)) continue;
      const { channel, to } = way;
      if (channel === 'mail') {
        const mailParams = { ...params, doctorName: check.doctorFullName, providerName };
        const mailId = await mailer.enqueue(tx, { ...message, to, template: EMPLOYEE_MAIL, params: mailParams });
        return repository.insertEmployeeMessage(tx, { ...employeeMessage, channel, mailId, email: to });
      }
      const textMessageId = await sms.enqueue(tx, { ...message, to, template: EMPLOYEE_SMS, params });
      if (textMessageId !== null)
        return repository.insertEmployeeMessage(tx, { ...employeeMessage, channel, textMessageId, phoneNumber: to });
    }
    if (!tried.some(({ channel }) => channel === null)) await repository.insertEmployeeMessage(tx, employeeMessage);
  }

  /**
   * Takes back what waits about a check and is over, and holds the check.
   * @param holds whether the check still is as the step left it that is told: it is told anew then, and everything that waits is taken back
   * @returns undefined: there is no such check
   */
  async function withdrawUnsent(tx: WriteTx, { companyId, checkId }: CheckKey, holds: (check: Told) => boolean | Promise<boolean>) {
    const key = { companyId, id: checkId };
    // Read before the check, which is not locked yet, since messages come first in the order of locks: what changes it meanwhile has a message of its own.
    const messages = await repository.findEmployeeMessages(tx, [key]);
    const [topic] = await repository.findTopics(tx, [key]);
    if (!topic) return undefined;
    const wasCurrent = await holds(topic);
    const unsent = messages.filter(
      (message) =>
        message.sentAt === null && message.failedAt === null && (wasCurrent || validMessages(topic, message, messages).length === 0),
    );
    const texts = unsent.flatMap(({ textMessageId }) => textMessageId ?? []);
    const mails = unsent.flatMap(({ mailId }) => mailId ?? []);
    const withdrawn = [...(await sms.withdraw(tx, texts)), ...(await mailer.withdraw(tx, mails))];
    const held = await lockRow(tx, 'checks', key);
    if (!held) return undefined;
    await repository.markFailed(tx, held, withdrawn, clock.now());
    const check = await getVisible(tx, SYSTEM, checkId);
    const employeeMessages = await repository.findEmployeeMessages(tx, [held]);
    return { held, check, employeeMessages, isCurrent: wasCurrent && (await holds(check)) };
  }

  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const message = payload as Message;
      const found = await withdrawUnsent(tx, message, (check) => stillHolds(message, check));
      if (!found) return;
      const { held, check, employeeMessages, isCurrent } = found;
      // Whatever happened meanwhile has a message of its own.
      if (isCurrent) {
        const known = knownMessages(employeeMessages);
        const [first] = known;
        if (message.news === 'Cancelled') {
          // Nobody is told the end of what they do not know of, or of what is over.
          if (first && first.appointmentStart > clock.now()) await notify(tx, check, { ...first, news: 'Cancelled' }, known);
        } else {
          const { checkLocation, doctorId } = check;
          const appointment = { checkLocation, doctorId, appointmentStart: new Date(message.appointmentStart), decisionVersion: null };
          await notify(tx, check, { ...appointment, news: first && !isAbout(first, check) ? 'Moved' : 'Invited' }, known);
        }
      }
      await recordTold(tx, held);
      await notifyScreens(tx, check, null);
    },
  });

  outbox.handle(DECISION_TOPIC, {
    async deliver(tx, { payload }) {
      const { news, version, companyId, checkId } = payload as DecisionMessage;
      const found = await withdrawUnsent(
        tx,
        { companyId, checkId },
        async (check) => version === (await repository.findDecisionVersion(tx, { companyId, id: checkId })) && isDecisionTrue(news, check),
      );
      if (!found) return;
      const { check, employeeMessages, isCurrent } = found;
      // A later decision has a message of its own; nobody is told the end of an excuse that they were never notified of.
      const excuse = employeeMessages.findLast((employeeMessage) => employeeMessage.news === 'Excused')?.decisionVersion;
      const heardBefore = employeeMessages.some(
        (employeeMessage) => employeeMessage.news === 'Excused' && employeeMessage.decisionVersion === excuse && mayKnowOf(employeeMessage),
      );
      if (isCurrent && (news !== 'ExcuseWithdrawn' || heardBefore)) {
        const { checkLocation, doctorId } = check;
        await notify(tx, check, { news, appointmentStart: momentOf(check), checkLocation, doctorId, decisionVersion: version });
      }
      await notifyScreens(tx, check, null);
    },
  });

  const news: MessageListener['news'] = async (tx, { id, state, failure, at }) => {
    const found = await repository.findEmployeeMessageOf(tx, id);
    if (!found) return;
    const { companyId, checkId } = found;
    const held = await lockRow(tx, 'checks', { companyId, id: checkId });
    const row = await lockRow(tx, 'employee_messages', { companyId, id: found.id });
    if (!held || !row) return;
    const failedBefore = row.failedAt !== null;
    if (state === 'failed') await updateRow(tx, row, { failedAt: row.failedAt ?? at, isNotKnown: failure === 'notKnown' });
    else if (state === 'queued') await updateRow(tx, row, { failedAt: null, isNotKnown: false });
    else {
      const deliveredAt = state === 'delivered' ? { deliveredAt: at } : {};
      await updateRow(tx, row, { failedAt: null, isNotKnown: false, sentAt: row.sentAt ?? at, ...deliveredAt });
    }
    const check = await getVisible(tx, SYSTEM, checkId);
    const employeeMessages = await repository.findEmployeeMessages(tx, [held]);
    const employeeMessage = employeeMessages.find(({ id: known }) => known === found.id);
    const current = employeeMessage ? validMessages(check, employeeMessage, employeeMessages) : [];
    const isInTime = employeeMessage?.decisionVersion !== null || row.appointmentStart > clock.now();
    // Another way, for what did not arrive, while there is time; once, also where the reason is known later.
    if (state === 'failed' && !failedBefore && failure !== 'expired' && employeeMessage && current.length > 0 && isInTime)
      await notify(tx, check, employeeMessage, knownMessages(employeeMessages.filter((each) => !current.includes(each))), current);
    await recordTold(tx, held);
    await notifyScreens(tx, check, null);
  };

  /** A message about an appointment that has moved, or that somebody else has told meanwhile, would say what is wrong by now. */
  const isStillValid: MessageListener['isStillValid'] = async (tx, id) => {
    const found = await repository.findEmployeeMessageOf(tx, id);
    const held = found && (await lockRow(tx, 'checks', { companyId: found.companyId, id: found.checkId }));
    if (!held) return false;
    const employeeMessages = await repository.findEmployeeMessages(tx, [held]);
    const employeeMessage = employeeMessages.find(({ id: known }) => known === found.id);
    return employeeMessage !== undefined && validMessages(held, employeeMessage, employeeMessages).length > 0;
  };

  sms.onNews(EMPLOYEE_SMS.name, { news, isStillValid });
  mailer.onNews(EMPLOYEE_MAIL.name, { news, isStillValid });

  return {
    async notifyEmployee(tx, action, before, after) {
      const decision = decisionNews(action);
      if (decision !== null) {
        const { companyId, id: checkId, version } = after;
        const payload: DecisionMessage = { companyId, checkId, news: decision, version };
        await outbox.put(tx, { topic: DECISION_TOPIC, companyId, payload });
      }
      const told = employeeNews(action, before, after, clock.now());
      if (told === null) return;
      const { companyId, id } = after;
      const { checkLocation, doctorId } = told.news === 'Cancelled' ? before : after;
      const payload: Message = {
        companyId,
        checkId: id,
        news: told.news,
        appointmentStart: told.appointmentStart.toISOString(),
        checkLocation,
        doctorId,
      };
      await outbox.put(tx, { topic: TOPIC, companyId, payload });
    },
  };
}

/** When somebody was examined, or missed it, as their page says: the doctor may have seen them on another day than was planned. */
const momentOf = ({ appointmentStart, examinedFrom, creationDate }: CheckRecord): Date => examinedFrom ?? appointmentStart ?? creationDate;

/** Whether the check still is as the step left it that the message is about. */
const stillHolds = (message: Message, check: ExpectedState): boolean =>
  message.news === 'Cancelled'
    ? expectedAt(check) === null
    : isSameAppointment({ ...message, status: 'WaitingForCheck', appointmentStart: new Date(message.appointmentStart) }, check);

type Messages = readonly repository.EmployeeMessage[];
type Told = DecidedState & ExpectedState;

/** What was told of the same thing as in this message, if it is still valid; else nothing. */
function validMessages(check: Told, employeeMessage: repository.EmployeeMessage, employeeMessages: Messages): Messages {
  const current = isDecisionNews(employeeMessage.news)
    ? decisionMessages(check, employeeMessages)
    : expectedAt(check) === null
      ? employeeMessages.slice(employeeMessages.findLastIndex(({ news }) => news !== 'Cancelled') + 1)
      : currentMessages(check, employeeMessages);
  return current.includes(employeeMessage) ? current : [];
}
