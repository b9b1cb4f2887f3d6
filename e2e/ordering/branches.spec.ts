import { randomInt } from 'node:crypto';
import { addDays, dayOf } from '@checkwell/domain/clock';
import { EMPLOYEE_PAGE_PATH } from '@checkwell/domain/employee-page/contract';
import { OFFERS_PATH } from '@checkwell/domain/offers/contract';
import { sendableAt } from '@checkwell/domain/offers/waves';
import type { Page } from '@playwright/test';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { askGraphql } from '../support/api.ts';
import { change, releaseIfHeld, schedule, startPlanning } from '../support/checks.ts';
import { sentenceWith } from '../support/fields.ts';
import { orderFor, step } from '../support/orders.ts';
import { enter, person } from '../support/people.ts';
import { type WordKey, wordsIn } from '../support/screens/words.ts';
import type { ApiSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/**
 * What goes otherwise than planned (domain.md 4.3): how each such check ends, what it costs the employer, and every message about it, read in the
 * mailbox: nobody is told too little or too much. Who may do what, in which order and at what price, the server's tests say.
 */

/** Nobody else orders for this employer. */
const EMPLOYER = person('hr.admin.2');
/** Of visits, which begin at the moment of the test; other tests have the other doctor visit then. */
const VISITOR = person('medecin');
const DOCTOR = person('doctor');
const DATABASE = process.env.E2E_DATABASE_URL ?? '';
const MINUTE = 60_000;

type Reader = 'employer' | 'doctor' | 'employee';
/** A message: to whom, its subject (a text message has none: its text), and what else stands in it. */
type Message = readonly [to: Reader, subject: WordKey, ...says: WordKey[]];

const ORDERED: Message = ['employer', 'mail:orderReceived.subject', 'mail:orderReceived.text'];
const PLANNED: Message = ['employer', 'mail:appointmentMade.subject', 'mail:appointmentMade.text'];
const VISIT: Message = ['employer', 'mail:appointmentMade.subject', 'mail:appointmentMade.houseText', 'mail:appointmentMade.discretion'];
const MISSION: Message = ['doctor', 'mail:mission.Planned.subject', 'mail:mission.Planned.text'];
const INVITED: Message = ['employee', 'employeeSms:appointment.Invited.Office'];
const ON_HOLD: Message = ['doctor', 'mail:mission.OnHold.subject', 'mail:mission.OnHold.text'];
const OVER: Message = ['doctor', 'mail:mission.Cancelled.subject', 'mail:mission.Cancelled.text'];
const RESULT: Message = ['employer', 'mail:result.subject', 'mail:result.text'];
const NOT_DONE: Message = ['employer', 'mail:result.subject', 'mail:result.textNotOperable'];
const CANCELLED: Message = ['employer', 'mail:cancelled.subject', 'mail:cancelled.text'];
const CALLED_OFF: Message = ['employee', 'employeeSms:cancelled'];

interface Ended {
  readonly checkOccurence: string;
  readonly nonOperableReason?: string;
  /** Share of the price of the check. */
  readonly charged: number;
}
interface Branch {
  readonly name: string;
  /** Doctors are asked and employees visited by day alone. */
  readonly byDay?: true;
  readonly order?: { readonly locationCheck?: 'House'; readonly authorizedExit?: boolean };
  readonly run: (scene: Scene) => Promise<unknown>;
  readonly ended: Ended;
  readonly messages: readonly Message[];
}

const FINDINGS = { workerDisagreement: false, secondCheckNeeded: false, prolongationNeeded: false };

const BRANCHES: readonly Branch[] = [
  {
    name: 'nobody at home: the employee follows the card and is examined at the practice',
    byDay: true,
    order: { locationCheck: 'House' },
    run: async (scene) => {
      await scene.planned();
      await scene.nobodyOpens({ card: true });
      await scene.report('Yes');
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [
      ORDERED,
      VISIT,
      MISSION,
      ['employer', 'mail:appointmentMade.subjectMoved', 'mail:appointmentMade.textMoved'],
      INVITED,
      RESULT,
    ],
  },
  {
    name: 'nobody at home of whom may not leave it: a no-show that rests on the attempt',
    byDay: true,
    order: { locationCheck: 'House', authorizedExit: false },
    run: async (scene) => {
      await scene.planned();
      await scene.nobodyOpens({ card: false });
      await scene.report('NoShow');
    },
    ended: { checkOccurence: 'NoShow', charged: 1 },
    messages: [ORDERED, VISIT, MISSION, RESULT],
  },
  {
    name: 'in hospital: the employee says so, and the employer cancels for nothing',
    run: async (scene) => {
      await scene.planned();
      await scene.say('report', { report: 'Hospitalised' });
      await scene.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0 },
    messages: [ORDERED, PLANNED, MISSION, INVITED, ON_HOLD, CALLED_OFF, [...CANCELLED, 'mail:noFee'], OVER],
  },
  {
    name: 'abroad: nobody is examined, and nothing is charged',
    run: async (scene) => {
      await scene.planned();
      await scene.say('report', { report: 'WorkerAbroad' });
      await scene.notDone('WorkerAbroad');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'WorkerAbroad', charged: 0 },
    messages: [ORDERED, PLANNED, MISSION, INVITED, ON_HOLD, CALLED_OFF, NOT_DONE, OVER],
  },
  {
    name: 'back at work: no early return, and nothing is charged',
    run: async (scene) => {
      await scene.planned();
      await scene.say('report', { report: 'WorkerResumed' });
      await scene.notDone('WorkerResumed');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed', charged: 0 },
    messages: [ORDERED, PLANNED, MISSION, INVITED, ON_HOLD, CALLED_OFF, NOT_DONE, OVER],
  },
  {
    name: 'force majeure: the proof comes before the report',
    run: async (scene) => {
      await scene.planned();
      await scene.notDone('ForceMajeure');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'ForceMajeure', charged: 0 },
    messages: [ORDERED, PLANNED, MISSION, INVITED, CALLED_OFF, NOT_DONE, OVER],
  },
  {
    name: 'a wrong address: the employer is asked, answers, and it is not found all the same',
    run: async (scene) => {
      await scene.planned();
      const problem = { problemReason: 'AddressUnclear', problemOwner: 'employer', problemComment: 'No such number.' };
      await scene.go('doctor', 'reportProblem', 'ProblemInput', problem);
      await scene.answer('Nieuwstraat 7.');
      await scene.notDone('AddressNotFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'AddressNotFound', charged: 0 },
    messages: [
      ORDERED,
      PLANNED,
      MISSION,
      INVITED,
      CALLED_OFF,
      ['employer', 'mail:problem.subject', 'mail:problem.text'],
      ['doctor', 'mail:mission.Withdrawn.subject', 'mail:mission.Withdrawn.text'],
      NOT_DONE,
    ],
  },
  {
    name: 'the employer cancels after a doctor accepted',
    run: async (scene) => {
      await scene.planned();
      await scene.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0.25 },
    messages: [ORDERED, PLANNED, MISSION, INVITED, CALLED_OFF, [...CANCELLED, 'mail:fact.feeInclVat'], OVER],
  },
  {
    name: 'no doctor: the one who was asked declines, and nothing is charged',
    byDay: true,
    run: async (scene) => {
      await scene.declined();
      await scene.notDone('NoDoctorFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'NoDoctorFound', charged: 0 },
    messages: [ORDERED, ['doctor', 'mail:offer.asked.subject', 'mail:offer.asked.text'], NOT_DONE],
  },
  {
    name: 'findings that the employee disputes, and the doctor corrects',
    run: async (scene) => {
      await scene.planned();
      const times = await scene.report('Yes');
      await scene.say('disagree', {});
      const newIncapacityEndDate = addDays(dayOf(new Date()), 2);
      const input = { ...FINDINGS, ...times, checkOccurence: 'Yes', findingsHandedOver: true, newIncapacityEndDate };
      await scene.go('doctor', 'correctResult', 'CorrectionInput', {
        ...input,
        correctionReason: 'Mistyped',
        explanation: 'Read wrongly.',
      });
      expect(await scene.read('workerDisagreement newIncapacityEndDate')).toEqual({ workerDisagreement: true, newIncapacityEndDate });
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [
      ORDERED,
      PLANNED,
      MISSION,
      INVITED,
      RESULT,
      ['employer', 'mail:result.subjectDisagreed', 'mail:result.textDisagreed', 'mail:result.chooseArbiter'],
      ['doctor', 'mail:mission.Disagreed.subject', 'mail:mission.Disagreed.text'],
      ['employer', 'mail:result.subjectCorrected', 'mail:result.textCorrected'],
    ],
  },
];

type Scene = ReturnType<typeof sceneOf>;

/** The people of one check, and what they do, past the screens. */
function sceneOf(
  baseURL: string,
  people: Readonly<Record<'employer' | 'planner' | 'doctor', ApiSession>>,
  { id, doctor, phoneNumber, ago, visits }: { id: string; doctor: typeof DOCTOR; phoneNumber: string; ago: number; visits: boolean },
) {
  const { planner } = people;
  const read = async <Facts extends object>(fields: string): Promise<Facts> => {
    const { data } = await askGraphql<{ check: Facts }>(planner, `query ($id: ID!) { check(id: $id) { ${fields} } }`, { id });
    if (!data) throw new Error('The check is gone.');
    return data.check;
  };
  const seen = () => read<{ id: string; version: number }>('id version');
  const go = async (who: keyof typeof people, name: string, type: string, input: object) =>
    step(people[who], change(name, `, $input: ${type}!`, ', input: $input'), { ...(await seen()), input });
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(baseURL + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseURL },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  /** What is first found in a message. */
  const inMessage = async (sql: string, key: string, pattern: RegExp): Promise<string> => {
    let found = '';
    await expect
      .poll(async () => {
        found = pattern.exec((await runAs<{ text: string }>(DATABASE, sql, [key])).map(({ text }) => text).join(' '))?.[1] ?? '';
        return found;
      })
      .not.toBe('');
    return found;
  };
  const linkInText = () => inMessage('select text from text_messages where recipient = $1', phoneNumber, /\/w\/([\w-]{22})/);
  return {
    go,
    read,
    /** An appointment of the days to come, of which the employee is told. */
    async planned(): Promise<void> {
      await startPlanning(planner, await seen());
      await schedule(planner, await seen(), doctor);
      // What has changed before the message could leave is told in one message.
      if (!visits) await linkInText();
    },
    /** A doctor is asked by message, and declines by its link. */
    async declined(): Promise<void> {
      await startPlanning(planner, await seen());
      const { data } = await askGraphql<{ list: readonly { doctor: { id: string; lastName: string }; freeSlots: readonly string[] }[] }>(
        planner,
        'query ($id: ID!, $day: Date!) { list: doctorCandidates(checkId: $id, day: $day) { doctor { id lastName } freeSlots } }',
        { id, day: addDays(dayOf(new Date()), 4) },
      );
      const candidate = data?.list.find(({ freeSlots }) => freeSlots.length > 0);
      const input = { doctorId: candidate?.doctor.id, appointmentStart: candidate?.freeSlots[0], appointmentMinutes: 20 };
      const { errors } = await askGraphql(
        planner,
        'mutation ($id: ID!, $version: Int!, $input: ScheduleInput!) { askDoctor(id: $id, version: $version, input: $input) { offers { state } } }',
        { ...(await seen()), input },
      );
      expect(errors).toBeUndefined();
      const token = await inMessage('select "plainText" as text from mails where "checkId" = $1', id, /\/offer\/([\w-]{43})/);
      await post(`${OFFERS_PATH}/${token}/answer`, { answer: 'Decline', reason: 'Other', comment: 'On holiday.' });
    },
    /** The time of the visit has come, and nobody opens. */
    async nobodyOpens({ card }: { card: boolean }): Promise<void> {
      const start = new Date(Math.floor(Date.now() / MINUTE - ago) * MINUTE);
      await runAs(
        DATABASE,
        `update checks set "appointmentStart" = $2::timestamptz, "appointmentEnd" = $2::timestamptz + interval '20 minutes' where id = $1`,
        [id, start],
      );
      const { data } = await askGraphql<{ slots: readonly string[] }>(people.doctor, 'query ($id: ID!) { slots: cardSlots(id: $id) }', {
        id,
      });
      await go('doctor', 'recordAttempt', 'AttemptInput', {
        attemptedAt: new Date().toISOString(),
        appointmentStart: start.toISOString(),
        bell: 'Peeters',
        photoId: null,
        position: null,
        cardStart: card ? data?.slots[0] : null,
      });
    },
    /** @returns when the examination was */
    async report(checkOccurence: 'Yes' | 'NoShow') {
      const now = new Date().toISOString();
      const times = { examinedFrom: now, examinedTo: now };
      await go('doctor', 'recordResult', 'ResultInput', {
        ...FINDINGS,
        ...times,
        checkOccurence,
        timesReason: 'Agreed on the telephone.',
        independenceDeclared: true,
        findingsHandedOver: checkOccurence === 'Yes',
        archiveComment: '',
        medicalNote: '',
      });
      await step(people.doctor, change('sendResult'), await seen());
      await releaseIfHeld(planner, id);
      return times;
    },
    /** The employee, by the link of the text message. */
    async say(what: 'report' | 'disagree', body: object): Promise<void> {
      await post(`${EMPLOYEE_PAGE_PATH}/${await linkInText()}/${what}`, body);
    },
    answer: async (comment: string) =>
      step(people.employer, change('resolveProblem', ', $comment: String!', ', comment: $comment'), { ...(await seen()), comment }),
    notDone: (nonOperableReason: string) => go('planner', 'markNonOperable', 'NonOperableInput', { nonOperableReason, archiveComment: '' }),
    cancel: () => go('employer', 'cancelCheck', 'CancelInput', { reason: 'Asked for on the telephone.' }),
  };
}

interface Sent {
  readonly id: string;
  readonly channel: 'Mail' | 'Sms';
  readonly recipient: string;
  readonly language: 'en' | 'fr' | 'nl';
  readonly subject: string;
}

/** Every message about a check. */
const sentOf = (checkId: string, phoneNumber: string): Promise<Sent[]> =>
  runAs<Sent>(
    DATABASE,
    `select id, 'Mail' as channel, recipient::text as recipient, language, subject from mails where "checkId" = $1
     union all select id, 'Sms', recipient, language, text from text_messages where recipient = $2`,
    [checkId, phoneNumber],
  );

const textOf = (key: WordKey, language: Sent['language']): RegExp =>
  sentenceWith(wordsIn(language)(key, { moment: '…', company: '…', address: '…', link: '…', phone: '…' } as never));

/** Opens a page of the application that is open already. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('whatever comes between, the check ends in one true state at the right price, and all of its messages stand in the mailbox', async ({
  page,
  behind,
  baseURL,
}) => {
  test.slow();
  const now = new Date();
  const isAwake = sendableAt(now) <= now;
  const [employer, planner, doctor, visitor] = await Promise.all([EMPLOYER, person('planner'), DOCTOR, VISITOR].map(behind));
  if (!employer || !planner || !doctor || !visitor) throw new Error('Nobody is signed in.');
  const { data: own } = await askGraphql<{ viewer: { companies: readonly { readonly id: string }[] } }>(
    employer,
    '{ viewer { companies { id } } }',
  );
  const companyId = own?.viewer.companies[0]?.id ?? '';
  const branches = BRANCHES.filter(({ byDay = false }) => isAwake || !byDay);
  const done: { branch: Branch; id: string; phoneNumber: string; price: number; read: Scene['read'] }[] = [];
  for (const [index, branch] of branches.entries()) {
    const phoneNumber = `+3247${randomInt(1_000_000, 9_999_999)}`;
    const visits = branch.order?.locationCheck === 'House';
    const worker = { id: null, companyId, employeeFirstName: 'Bo', employeeLastName: `Branch-${phoneNumber.slice(-7)}` };
    const ordered = await orderFor(employer, worker, {
      phoneNumber,
      ...(visits && { workerAddress: 'Rue de la Cathédrale 12, 4000 Liège', workerLanguage: 'FR' }),
      ...branch.order,
    });
    const who = visits ? VISITOR : DOCTOR;
    const people = { employer, planner, doctor: visits ? visitor : doctor };
    const scene = sceneOf(baseURL ?? '', people, { id: ordered.id, doctor: who, phoneNumber, ago: 30 * (index + 1), visits });
    await test.step(branch.name, () => branch.run(scene));
    done.push({ branch, id: ordered.id, phoneNumber, price: ordered.companyTotalPrice ?? 0, read: scene.read });
  }

  // What is due has been carried out; what waits for the morning is written already.
  await expect
    .poll(() =>
      runAs(
        DATABASE,
        `select topic, "lastError" from outbox where "companyId" = $1 and topic not in ('mail', 'sms') and "dueAt" <= now()`,
        [companyId],
      ),
    )
    .toEqual([]);
  await enter(page, person('planner'), 'en', '/mailbox');
  for (const { branch, id, phoneNumber, price, read } of done) {
    await test.step(`every message: ${branch.name}`, async () => {
      const { charged, ...ended } = branch.ended;
      expect(await read('checkOccurence nonOperableReason companyTotalPrice')).toEqual({
        nonOperableReason: null,
        ...ended,
        companyTotalPrice: Math.round(price * charged),
      });
      const readers: Readonly<Record<string, Reader>> = { [EMPLOYER.email]: 'employer', [phoneNumber]: 'employee' };
      const sent = await sentOf(id, phoneNumber);
      const left = [...sent];
      // At night the invitation has not left: it is taken back, and who knew of nothing is told of no end.
      const expected = branch.messages.filter((message) => isAwake || message !== CALLED_OFF);
      for (const [to, subject, ...says] of expected) {
        const at = left.findIndex(
          (message) => (readers[message.recipient] ?? 'doctor') === to && textOf(subject, message.language).test(message.subject),
        );
        const message = left[at];
        if (!message) throw new Error(`No "${subject}" to the ${to} among ${JSON.stringify(left, null, 1)}`);
        left.splice(at, 1);
        await follow(page, `/mailbox/${message.id}`);
        if (message.channel === 'Sms') await expect(page.getByRole('main').getByText(message.subject)).toBeVisible();
        else {
          await expect(page.getByRole('heading', { level: 1, name: message.subject })).toBeVisible();
          for (const key of says) await expect(page.frameLocator('iframe').locator('body')).toContainText(textOf(key, message.language));
        }
      }
      expect(left, 'and nothing else').toEqual([]);
    });
  }
});
