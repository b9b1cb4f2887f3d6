import { addDays, dayOf } from '@checkwell/domain/clock';
import { expect } from '../../support/test.ts';
import * as m from './messages.ts';
import { FINDINGS, type Scene, type Wish } from './scene.ts';

/** The branches of domain.md 4.3: the steps, the outcome, the price, and all messages. */

export interface Branch {
  readonly name: string;
  /** Needs daytime, because no offers are sent and no visits are made at night. */
  readonly byDay?: true;
  readonly order?: Wish;
  readonly run: (scene: Scene) => Promise<unknown>;
  readonly ended: {
    readonly checkOccurence: string;
    readonly nonOperableReason?: string;
    /** Share of the price of the check. */
    readonly charged: number;
    /** Nobody was examined, but a doctor has set out today: the price is of this day. */
    readonly setOut?: true;
  };
  /** A function of the number of offers, where that depends on the doctors' hours. */
  readonly messages: readonly m.Message[] | ((asked: number) => readonly m.Message[]);
}

const today = () => dayOf(new Date());
/** An incapacity that began a week ago, so that the appointment can be in the past. */
const ILL_FOR_A_WEEK = { startDate: addDays(today(), -7) } as const;
const OFFICE = [m.ORDERED, m.PLANNED, m.MISSION, m.INVITED] as const;
const HOME = [m.ORDERED, m.VISIT, m.MISSION] as const;

const AT_HOME: readonly Branch[] = [
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
    messages: [...HOME, m.CARD_LEFT, m.INVITED, m.RESULT],
  },
  {
    name: 'nobody at home: the employee does not follow the card either, which is a no-show',
    byDay: true,
    order: { locationCheck: 'House', ...ILL_FOR_A_WEEK },
    run: async (scene) => {
      await scene.planned();
      await scene.nobodyOpens({ card: true });
      await scene.isMissed();
      await scene.report('NoShow');
    },
    ended: { checkOccurence: 'NoShow', charged: 1 },
    messages: [...HOME, m.CARD_LEFT, m.INVITED, m.RESULT],
  },
  {
    name: 'nobody at home although leaving is forbidden: a no-show with the attempt as evidence',
    byDay: true,
    order: { locationCheck: 'House', authorizedExit: false },
    run: async (scene) => {
      await scene.planned();
      await scene.nobodyOpens({ card: false });
      await scene.report('NoShow');
    },
    ended: { checkOccurence: 'NoShow', charged: 1 },
    messages: [...HOME, m.RESULT],
  },
  {
    name: 'a wrong address that the doctor cannot find',
    byDay: true,
    order: { locationCheck: 'House' },
    run: async (scene) => {
      await scene.planned();
      await scene.setsOut();
      await scene.notDone('AddressNotFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'AddressNotFound', charged: 1, setOut: true },
    messages: [...HOME, m.NOT_DONE, m.OVER],
  },
  {
    name: 'the employer cancels a visit to which the doctor is on the way',
    byDay: true,
    order: { locationCheck: 'House' },
    run: async (scene) => {
      await scene.planned();
      await scene.setsOut();
      await scene.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0.5 },
    messages: [...HOME, m.CANCELLED_FEE, m.OVER],
  },
];

const EMPLOYEE_SAYS: readonly Branch[] = [
  {
    name: 'in hospital: the employee reports it, and the employer cancels free of charge',
    run: async (scene) => {
      await scene.planned();
      await scene.say('report', { report: 'Hospitalised' });
      await scene.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0 },
    messages: [...OFFICE, m.ON_HOLD, m.CALLED_OFF, m.HR_READS, m.CANCELLED_FREE, m.OVER],
  },
  {
    name: 'abroad: nobody is examined, and nothing is charged',
    run: async (scene) => {
      await scene.planned();
      await scene.say('report', { report: 'WorkerAbroad' });
      await scene.notDone('WorkerAbroad');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'WorkerAbroad', charged: 0 },
    messages: [...OFFICE, m.ON_HOLD, m.CALLED_OFF, m.HR_READS, m.NOT_DONE, m.OVER],
  },
  {
    name: 'back at work: no early return, and nothing is charged',
    run: async (scene) => {
      await scene.planned();
      await scene.say('report', { report: 'WorkerResumed' });
      await scene.notDone('WorkerResumed');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed', charged: 0 },
    messages: [...OFFICE, m.ON_HOLD, m.CALLED_OFF, m.HR_READS, m.NOT_DONE, m.OVER],
  },
  {
    name: 'force majeure: the proof comes before the report',
    run: async (scene) => {
      await scene.planned();
      await scene.notDone('ForceMajeure');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'ForceMajeure', charged: 0 },
    messages: [...OFFICE, m.CALLED_OFF, m.NOT_DONE, m.OVER],
  },
  {
    name: 'force majeure: the proof comes after the no-show, which is excused, until the proof turns out to be invalid',
    byDay: true,
    order: ILL_FOR_A_WEEK,
    run: async (scene) => {
      await scene.planned();
      await scene.isMissed();
      await scene.report('NoShow');
      await scene.go('employer', 'excuseNoShow', 'ExcuseInput', { noShowExcuse: 'Hospital', noShowExcusedOn: today() });
      expect(await scene.read('checkOccurence noShowExcuse')).toEqual({ checkOccurence: 'NoShow', noShowExcuse: 'Hospital' });
      await scene.textsSent(2);
      await scene.withdrawExcuse('ProofInvalid');
    },
    ended: { checkOccurence: 'NoShow', charged: 1 },
    messages: [...OFFICE, m.RESULT, m.EXCUSED, m.TOLD_EXCUSE, m.EXCUSE_OVER, m.TOLD_EXCUSE_OVER],
  },
];

const PROBLEM = { problemReason: 'AddressUnclear', problemOwner: 'employer', problemComment: 'No such number.' };

const PLANNING: readonly Branch[] = [
  {
    name: 'a wrong address: the employer is asked and answers, and it is still not found',
    run: async (scene) => {
      await scene.planned();
      await scene.go('doctor', 'reportProblem', 'ProblemInput', PROBLEM);
      await scene.answer('employer', 'Nieuwstraat 7.');
      await scene.notDone('AddressNotFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'AddressNotFound', charged: 0 },
    messages: [...OFFICE, m.CALLED_OFF, m.QUESTION, m.WITHDRAWN, m.NOT_DONE],
  },
  {
    name: 'moved: the employer gives the new address, and another doctor gets the mission',
    byDay: true,
    run: async (scene) => {
      await scene.planned();
      await scene.textsSent(1);
      await scene.go('doctor', 'reportProblem', 'ProblemInput', PROBLEM);
      await scene.textsSent(2);
      await scene.answer('employer', 'Moved within Leuven.');
      await scene.plannedAnew();
      await scene.reportByPhone();
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.CALLED_OFF, m.QUESTION, m.WITHDRAWN, m.PLANNED_ANEW, m.NEXT_MISSION, m.INVITED, m.RESULT],
  },
  {
    name: 'a doctor gives the mission back, and another one gets it',
    byDay: true,
    run: async (scene) => {
      await scene.planned();
      await scene.textsSent(1);
      const problem = { problemReason: 'DoctorUnavailable', problemOwner: 'provider', problemComment: 'Ill.' };
      await scene.go('doctor', 'reportProblem', 'ProblemInput', problem);
      await scene.textsSent(2);
      await scene.answer('planner', 'Somebody else.');
      await scene.plannedAnew();
      await scene.reportByPhone();
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.CALLED_OFF, m.WITHDRAWN, m.PLANNED_ANEW, m.NEXT_MISSION, m.INVITED, m.RESULT],
  },
  {
    name: 'no doctor: the one who was asked declines, and nothing is charged',
    byDay: true,
    run: async (scene) => {
      await scene.ask();
      await scene.decline(1);
      await scene.notDone('NoDoctorFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'NoDoctorFound', charged: 0 },
    messages: [m.ORDERED, ...m.asked(1), m.NOT_ACCEPTED, m.NOT_DONE],
  },
  {
    name: 'three doctors decline: the next ones are asked, one accepts, and the other offers are withdrawn',
    byDay: true,
    run: async (scene) => {
      await scene.search();
      await scene.decline(3);
      await scene.accept();
      expect(await scene.searchState()).not.toBe('Running');
      await scene.reportByPhone();
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    // Three declined, one accepted: all others of the last wave get a message that the offer is withdrawn.
    messages: (asked) => [
      m.ORDERED,
      ...m.asked(asked),
      ...Array.from({ length: asked - 4 }, () => m.NO_ANSWER),
      m.ACCEPTED,
      m.PLANNED,
      m.INVITED,
      m.RESULT,
    ],
  },
  {
    name: 'nobody accepts: the planners are notified that no doctor is left, and nothing is charged',
    byDay: true,
    run: async (scene) => {
      await scene.search();
      await scene.decline(1);
      await scene.noOtherDoctorNear();
      await scene.declineAll();
      await scene.notDone('NoDoctorFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'NoDoctorFound', charged: 0 },
    messages: (asked) => [m.ORDERED, ...m.asked(asked), m.NOBODY_LEFT, m.NOT_DONE],
  },
];

const CANCELLED: readonly Branch[] = [
  {
    name: 'the employer cancels before a doctor accepted: free of charge, and the offer is withdrawn',
    byDay: true,
    run: async (scene) => {
      await scene.ask();
      await scene.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0 },
    messages: [m.ORDERED, ...m.asked(1), m.CANCELLED_FREE, m.NO_ANSWER],
  },
  {
    name: 'the employer cancels before anybody was asked',
    run: async (scene) => {
      await scene.startPlanning();
      await scene.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0 },
    messages: [m.ORDERED, m.CANCELLED_FREE],
  },
  {
    name: 'the employer cancels after a doctor accepted',
    run: async (scene) => {
      await scene.planned();
      await scene.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0.25 },
    messages: [...OFFICE, m.CALLED_OFF, m.CANCELLED_FEE, m.OVER],
  },
  {
    name: 'the employer cancels less than four hours before the appointment',
    byDay: true,
    run: async (scene) => {
      await scene.planned();
      await scene.textsSent(1);
      await scene.isSoon();
      await scene.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0.5 },
    messages: [...OFFICE, m.CALLED_OFF, m.CANCELLED_FEE, m.OVER],
  },
];

const EARLIER = () => ({ newIncapacityEndDate: addDays(today(), 2) });

const RESULTS: readonly Branch[] = [
  {
    name: 'a second check, ordered after the report of the first one',
    run: async (scene) => {
      await scene.planned();
      await scene.report('Yes', { secondCheckNeeded: true });
      const first = await scene.orderAgain();
      await scene.planned();
      await scene.report('YesSecondCheck');
      expect(await scene.read('parentCheckId')).toEqual({ parentCheckId: first });
    },
    ended: { checkOccurence: 'YesSecondCheck', charged: 1 },
    messages: [...OFFICE, m.RESULT, ...OFFICE, m.RESULT],
  },
  {
    name: 'the employee disagrees with the findings at the examination, as the doctor records',
    run: async (scene) => {
      await scene.planned();
      await scene.report('Yes', { ...EARLIER(), workerDisagreement: true });
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.RESULT_DISPUTED],
  },
  {
    name: 'findings that the employee disputes afterwards, and the doctor corrects',
    run: async (scene) => {
      await scene.planned();
      const times = await scene.report('Yes');
      await scene.say('disagree', {});
      await scene.go('doctor', 'correctResult', 'CorrectionInput', {
        ...FINDINGS,
        ...times,
        ...EARLIER(),
        checkOccurence: 'Yes',
        findingsHandedOver: true,
        correctionReason: 'Mistyped',
        explanation: 'Read wrongly.',
      });
      expect(await scene.read('workerDisagreement newIncapacityEndDate')).toEqual({ workerDisagreement: true, ...EARLIER() });
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.RESULT, m.DISPUTED, m.DOCTOR_DISPUTED, m.CORRECTED],
  },
  {
    name: 'arbitration: an arbitrating doctor is asked, and confirms the treating doctor',
    run: async (scene) => {
      await scene.planned();
      await scene.report('Yes', { ...EARLIER(), workerDisagreement: true });
      const asked = { arbitrationAskedBy: 'Employee', arbiterName: 'Dr. A. Arbiter', arbitrationAskedOn: today() };
      await scene.go('planner', 'recordArbitration', 'ArbitrationInput', asked);
      const ruling = { arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: today(), newIncapacityEndDate: null };
      await scene.go('planner', 'recordRuling', 'RulingInput', ruling);
      expect(await scene.read('earlyReturn newIncapacityEndDate')).toEqual({ earlyReturn: false, newIncapacityEndDate: null });
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.RESULT_DISPUTED, m.ARBITRATION, m.RULED, m.DOCTOR_RULED, m.TOLD_RULING],
  },
];

export const BRANCHES: readonly Branch[] = [...AT_HOME, ...EMPLOYEE_SAYS, ...PLANNING, ...CANCELLED, ...RESULTS];
