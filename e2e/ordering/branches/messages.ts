import { toGsm } from '@checkwell/domain/messages/sms';
import type { Page } from '@playwright/test';
import { runAs } from '../../../apps/server/src/test/sql.ts';
import { sentenceWith } from '../../support/fields.ts';
import { type SentenceKey, sayIn } from '../../support/screens/say.ts';
import { expect } from '../../support/test.ts';

/** The messages about a check, and a function that reads them in the mailbox. */

/** `doctor`: the first one with the mission; `next doctor`: the one who got it instead; `asked`: a doctor with an offer; `planner`: one of them. */
type Reader = 'employer' | 'employee' | 'doctor' | 'next doctor' | 'asked' | 'planner';
/** A message: recipient, subject (for a text message its text), and further sentences in it. */
export type Message = readonly [to: Reader, subject: SentenceKey, ...says: SentenceKey[]];

export const ORDERED: Message = ['employer', 'mail:orderReceived.subject', 'mail:orderReceived.text'];
export const PLANNED: Message = ['employer', 'mail:appointmentMade.subject', 'mail:appointmentMade.text'];
export const PLANNED_ANEW: Message = ['employer', 'mail:appointmentMade.subjectMoved', 'mail:appointmentMade.textMoved'];
export const CARD_LEFT: Message = ['employer', 'mail:appointmentMade.subjectMoved', 'mail:appointmentMade.textCard', 'mail:fact.address'];
export const HR_READS: Message = ['employer', 'mail:employeeReported.subject', 'mail:employeeReported.text', 'mail:fact.reason'];
export const VISIT: Message = [
  'employer',
  'mail:appointmentMade.subject',
  'mail:appointmentMade.houseText',
  'mail:appointmentMade.discretion',
];
export const QUESTION: Message = ['employer', 'mail:problem.subject', 'mail:problem.text'];
export const RESULT: Message = ['employer', 'mail:result.subject', 'mail:result.text'];
export const RESULT_DISPUTED: Message = [...RESULT, 'mail:result.disagreed', 'mail:result.chooseArbiter'];
export const DISPUTED: Message = ['employer', 'mail:result.subjectDisagreed', 'mail:result.textDisagreed', 'mail:result.chooseArbiter'];
export const CORRECTED: Message = ['employer', 'mail:result.subjectCorrected', 'mail:result.textCorrected'];
export const ARBITRATION: Message = ['employer', 'mail:result.subjectArbitration', 'mail:result.textArbitration'];
export const RULED: Message = ['employer', 'mail:result.subjectRuled', 'mail:result.textRuled'];
export const EXCUSED: Message = ['employer', 'mail:result.subjectExcused', 'mail:result.textExcused'];
export const EXCUSE_OVER: Message = ['employer', 'mail:result.subjectExcuseWithdrawn', 'mail:result.textExcuseWithdrawn'];
export const NOT_DONE: Message = ['employer', 'mail:result.subject', 'mail:result.textNotOperable'];
const CANCELLED: Message = ['employer', 'mail:cancelled.subject', 'mail:cancelled.text'];
export const CANCELLED_FREE: Message = [...CANCELLED, 'mail:noFee'];
export const CANCELLED_FEE: Message = [...CANCELLED, 'mail:fact.feeInclVat'];

export const INVITED: Message = ['employee', 'employeeSms:appointment.Invited.Office'];
export const CALLED_OFF: Message = ['employee', 'employeeSms:cancelled'];
export const TOLD_RULING: Message = ['employee', 'employeeSms:decision.Ruled'];
export const TOLD_EXCUSE: Message = ['employee', 'employeeSms:decision.Excused'];
export const TOLD_EXCUSE_OVER: Message = ['employee', 'employeeSms:decision.ExcuseWithdrawn'];

export const MISSION: Message = ['doctor', 'mail:mission.Planned.subject', 'mail:mission.Planned.text'];
export const ON_HOLD: Message = ['doctor', 'mail:mission.OnHold.subject', 'mail:mission.OnHold.text'];
export const OVER: Message = ['doctor', 'mail:mission.Cancelled.subject', 'mail:mission.Cancelled.text'];
export const WITHDRAWN: Message = ['doctor', 'mail:mission.Withdrawn.subject', 'mail:mission.Withdrawn.text'];
export const DOCTOR_DISPUTED: Message = ['doctor', 'mail:mission.Disagreed.subject', 'mail:mission.Disagreed.text'];
export const DOCTOR_RULED: Message = ['doctor', 'mail:mission.Ruled.subject', 'mail:mission.Ruled.text'];
export const NEXT_MISSION: Message = ['next doctor', 'mail:mission.Planned.subject', 'mail:mission.Planned.text'];
export const ACCEPTED: Message = ['next doctor', 'mail:mission.Accepted.subject', 'mail:mission.Accepted.text'];
const ASKED_BY_MAIL: Message = ['asked', 'mail:offer.asked.subject', 'mail:offer.asked.text'];
const ASKED_BY_TEXT: Message = ['asked', 'mail:offer.sms.text'];
/** Offers of an immediate check: to each doctor by mail and by text message. */
export const asked = (doctors: number): readonly Message[] => Array.from({ length: doctors }, () => [ASKED_BY_MAIL, ASKED_BY_TEXT]).flat();
export const NOBODY_LEFT: Message = ['planner', 'mail:doctorNotFound.nobody.subject', 'mail:doctorNotFound.nobody.text'];
export const NOT_ACCEPTED: Message = ['planner', 'mail:doctorNotFound.notAccepted.subject', 'mail:doctorNotFound.notAccepted.text'];
export const NO_ANSWER: Message = ['asked', 'mail:offer.withdrawn.subject', 'mail:offer.withdrawn.text'];

/** Addresses and phone numbers of the recipients in one branch. */
export interface Readers {
  readonly employer: string;
  readonly planner: string;
  readonly doctor: string;
  readonly phoneNumbers: readonly string[];
}

interface Sent {
  readonly id: string;
  readonly channel: 'Mail' | 'Sms';
  readonly recipient: string;
  readonly language: 'en' | 'fr' | 'nl';
  readonly subject: string;
}

/** All messages about these checks; of messages to all planners, only the one to this planner. */
export const sentOf = (database: string, checkIds: readonly string[], phoneNumbers: readonly string[], planner: string): Promise<Sent[]> =>
  runAs<Sent>(
    database,
    `select id, 'Mail' as channel, recipient::text as recipient, language, subject from mails
       where "checkId" = any($1::uuid[]) and (template <> 'doctorNotFound' or recipient = $3)
     union all select id, 'Sms', recipient, language, text from text_messages where recipient = any($2::text[])
       or id in (select t."textMessageId" from offer_texts t join offers o on o."companyId" = t."companyId" and o.id = t."offerId"
         where o."checkId" = any($1::uuid[]))`,
    [checkIds, phoneNumbers, planner],
  );

/** Parameters of the sentences. */
const PLACES = ['moment', 'company', 'address', 'link', 'phone', 'day', 'details', 'until', 'timing'];
const BLANKS = Object.fromEntries(PLACES.map((place) => [place, '…']));

/** The text of a sentence as a pattern; text messages are in the GSM alphabet. */
function textOf(key: SentenceKey, { language, channel }: Sent): RegExp {
  // The type of the parameters depends on the key, which is not known here.
  const text = sayIn(language)(key, BLANKS as never);
  return sentenceWith(channel === 'Sms' ? text.split('…').map(toGsm).join('…') : text);
}

const isTo = (to: Reader, { recipient }: Sent, { employer, planner, doctor, phoneNumbers }: Readers): boolean => {
  if (phoneNumbers.includes(recipient)) return to === 'employee';
  if (recipient === employer) return to === 'employer';
  if (recipient === planner) return to === 'planner';
  return to === 'asked' || to === (recipient === doctor ? 'doctor' : 'next doctor');
};

/** Navigates inside the open application. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/**
 * Expects exactly these messages, by recipient and subject, and opens them in the mailbox.
 * @param isOpened whether this one is opened, which takes most of the time
 */
export async function readAll(
  page: Page,
  sent: readonly Sent[],
  expected: readonly Message[],
  readers: Readers,
  isOpened: (message: Message) => boolean,
): Promise<void> {
  const left = [...sent];
  for (const one of expected) {
    const [to, subject, ...says] = one;
    const at = left.findIndex((message) => isTo(to, message, readers) && textOf(subject, message).test(message.subject));
    const message = left[at];
    if (!message) throw new Error(`No "${subject}" to the ${to} among ${JSON.stringify(left, null, 1)}`);
    left.splice(at, 1);
    if (!isOpened(one)) continue;
    await follow(page, `/mailbox/${message.id}`);
    if (message.channel === 'Sms') await expect(page.getByRole('main').getByText(message.subject)).toBeVisible();
    else {
      await expect(page.getByRole('heading', { level: 1, name: message.subject })).toBeVisible();
      for (const key of says) await expect(page.frameLocator('iframe').locator('body')).toContainText(textOf(key, message));
    }
  }
  expect(left, 'unexpected messages').toEqual([]);
}
