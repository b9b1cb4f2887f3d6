import { addDays, dayOf } from '@checkwell/domain/clock';
import { expect } from '../../support/test.ts';
import * as m from './messages.ts';
import { FINDINGS, type Scenario, type Wish } from './scenario.ts';

/** The branches of domain.md 4.3: the steps, the outcome, the price, and all messages. */

export interface Branch {
  readonly name: string;
  /** Needs daytime, because no offers are sent and no visits are made at night. */
  readonly byDay?: true;
  readonly order?: Wish;
  readonly run: (scenario: Scenario) => Promise<unknown>;
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
    run: async (scenario) => {
      await scenario.planned();
      await scenario.nobodyOpens({ card: true });
      await scenario.report('Yes');
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...HOME, m.CARD_LEFT, m.INVITED, m.RESULT],
  },
  {
    name: 'nobody at home: the employee does not follow the card either, which is a no-show',
    byDay: true,
    order: { locationCheck: 'House', ...ILL_FOR_A_WEEK },
    run: async (scenario) => {
      await scenario.planned();
      await scenario.nobodyOpens({ card: true });
      await scenario.isMissed();
      await scenario.report('NoShow');
    },
    ended: { checkOccurence: 'NoShow', charged: 1 },
    messages: [...HOME, m.CARD_LEFT, m.INVITED, m.RESULT],
  },
  {
    name: 'nobody at home although leaving is forbidden: a no-show with the attempt as evidence',
    byDay: true,
    order: { locationCheck: 'House', authorizedExit: false },
    run: async (scenario) => {
      await scenario.planned();
      await scenario.nobodyOpens({ card: false });
      await scenario.report('NoShow');
    },
    ended: { checkOccurence: 'NoShow', charged: 1 },
    messages: [...HOME, m.RESULT],
  },
  {
    name: 'a wrong address that the doctor cannot find',
    byDay: true,
    order: { locationCheck: 'House' },
    run: async (scenario) => {
      await scenario.planned();
      await scenario.setsOut();
      await scenario.notDone('AddressNotFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'AddressNotFound', charged: 1, setOut: true },
    messages: [...HOME, m.NOT_DONE, m.OVER],
  },
  {
    name: 'the employer cancels a visit to which the doctor is on the way',
    byDay: true,
    order: { locationCheck: 'House' },
    run: async (scenario) => {
      await scenario.planned();
      await scenario.setsOut();
      await scenario.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0.5 },
    messages: [...HOME, m.CANCELLED_FEE, m.OVER],
  },
];

const EMPLOYEE_SAYS: readonly Branch[] = [
  {
    name: 'in hospital: the employee reports it, and the employer cancels free of charge',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.say('report', { report: 'Hospitalised' });
      await scenario.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0 },
    messages: [...OFFICE, m.ON_HOLD, m.CALLED_OFF, m.HR_READS, m.CANCELLED_FREE, m.OVER],
  },
  {
    name: 'abroad: nobody is examined, and nothing is charged',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.say('report', { report: 'WorkerAbroad' });
      await scenario.notDone('WorkerAbroad');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'WorkerAbroad', charged: 0 },
    messages: [...OFFICE, m.ON_HOLD, m.CALLED_OFF, m.HR_READS, m.NOT_DONE, m.OVER],
  },
  {
    name: 'back at work: no early return, and nothing is charged',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.say('report', { report: 'WorkerResumed' });
      await scenario.notDone('WorkerResumed');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'WorkerResumed', charged: 0 },
    messages: [...OFFICE, m.ON_HOLD, m.CALLED_OFF, m.HR_READS, m.NOT_DONE, m.OVER],
  },
  {
    name: 'force majeure: the proof comes before the report',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.notDone('ForceMajeure');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'ForceMajeure', charged: 0 },
    messages: [...OFFICE, m.CALLED_OFF, m.NOT_DONE, m.OVER],
  },
  {
    name: 'force majeure: the proof comes after the no-show, which is excused, until the proof turns out to be invalid',
    byDay: true,
    order: ILL_FOR_A_WEEK,
    run: async (scenario) => {
      await scenario.planned();
      await scenario.isMissed();
      await scenario.report('NoShow');
      await scenario.go('employer', 'excuseNoShow', 'ExcuseInput', { noShowExcuse: 'Hospital', noShowExcusedOn: today() });
      expect(await scenario.read('checkOccurence noShowExcuse')).toEqual({ checkOccurence: 'NoShow', noShowExcuse: 'Hospital' });
      await scenario.textsSent(2);
      await scenario.withdrawExcuse('ProofInvalid');
    },
    ended: { checkOccurence: 'NoShow', charged: 1 },
    messages: [...OFFICE, m.RESULT, m.EXCUSED, m.TOLD_EXCUSE, m.EXCUSE_OVER, m.TOLD_EXCUSE_OVER],
  },
];

const PROBLEM = { problemReason: 'AddressUnclear', problemOwner: 'employer', problemComment: 'No such number.' };

const PLANNING: readonly Branch[] = [
  {
    name: 'a wrong address: the employer is asked and answers, and it is still not found',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.go('doctor', 'reportProblem', 'ProblemInput', PROBLEM);
      await scenario.answer('employer', 'Nieuwstraat 7.');
      await scenario.notDone('AddressNotFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'AddressNotFound', charged: 0 },
    messages: [...OFFICE, m.CALLED_OFF, m.QUESTION, m.WITHDRAWN, m.NOT_DONE],
  },
  {
    name: 'moved: the employer gives the new address, and another doctor gets the mission',
    byDay: true,
    run: async (scenario) => {
      await scenario.planned();
      await scenario.textsSent(1);
      await scenario.go('doctor', 'reportProblem', 'ProblemInput', PROBLEM);
      await scenario.textsSent(2);
      await scenario.answer('employer', 'Moved within Leuven.');
      await scenario.plannedAnew();
      await scenario.reportByPhone();
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.CALLED_OFF, m.QUESTION, m.WITHDRAWN, m.PLANNED_ANEW, m.NEXT_MISSION, m.INVITED, m.RESULT],
  },
  {
    name: 'a doctor gives the mission back, and another one gets it',
    byDay: true,
    run: async (scenario) => {
      await scenario.planned();
      await scenario.textsSent(1);
      const problem = { problemReason: 'DoctorUnavailable', problemOwner: 'provider', problemComment: 'Ill.' };
      await scenario.go('doctor', 'reportProblem', 'ProblemInput', problem);
      await scenario.textsSent(2);
      await scenario.answer('planner', 'Somebody else.');
      await scenario.plannedAnew();
      await scenario.reportByPhone();
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.CALLED_OFF, m.WITHDRAWN, m.PLANNED_ANEW, m.NEXT_MISSION, m.INVITED, m.RESULT],
  },
  {
    name: 'no doctor: the one who was asked declines, and nothing is charged',
    byDay: true,
    run: async (scenario) => {
      await scenario.ask();
      await scenario.decline(1);
      await scenario.notDone('NoDoctorFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'NoDoctorFound', charged: 0 },
    messages: [m.ORDERED, ...m.asked(1), m.NOT_ACCEPTED, m.NOT_DONE],
  },
  {
    name: 'three doctors decline: the next ones are asked, one accepts, and the other offers are withdrawn',
    byDay: true,
    run: async (scenario) => {
      await scenario.search();
      await scenario.decline(3);
      await scenario.accept();
      expect(await scenario.searchState()).not.toBe('Running');
      await scenario.reportByPhone();
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
    run: async (scenario) => {
      await scenario.search();
      await scenario.decline(1);
      await scenario.noOtherDoctorNear();
      await scenario.declineAll();
      await scenario.notDone('NoDoctorFound');
    },
    ended: { checkOccurence: 'NonOperable', nonOperableReason: 'NoDoctorFound', charged: 0 },
    messages: (asked) => [m.ORDERED, ...m.asked(asked), m.NOBODY_LEFT, m.NOT_DONE],
  },
];

const CANCELLED: readonly Branch[] = [
  {
    name: 'the employer cancels before a doctor accepted: free of charge, and the offer is withdrawn',
    byDay: true,
    run: async (scenario) => {
      await scenario.ask();
      await scenario.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0 },
    messages: [m.ORDERED, ...m.asked(1), m.CANCELLED_FREE, m.NO_ANSWER],
  },
  {
    name: 'the employer cancels before anybody was asked',
    run: async (scenario) => {
      await scenario.startPlanning();
      await scenario.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0 },
    messages: [m.ORDERED, m.CANCELLED_FREE],
  },
  {
    name: 'the employer cancels after a doctor accepted',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0.25 },
    messages: [...OFFICE, m.CALLED_OFF, m.CANCELLED_FEE, m.OVER],
  },
  {
    name: 'the employer cancels less than four hours before the appointment',
    byDay: true,
    run: async (scenario) => {
      await scenario.planned();
      await scenario.textsSent(1);
      await scenario.isSoon();
      await scenario.cancel();
    },
    ended: { checkOccurence: 'Cancelled', charged: 0.5 },
    messages: [...OFFICE, m.CALLED_OFF, m.CANCELLED_FEE, m.OVER],
  },
];

const EARLIER = () => ({ newIncapacityEndDate: addDays(today(), 2) });

const RESULTS: readonly Branch[] = [
  {
    name: 'a second check, ordered after the report of the first one',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.report('Yes', { secondCheckNeeded: true });
      const first = await scenario.orderAgain();
      await scenario.planned();
      await scenario.report('YesSecondCheck');
      expect(await scenario.read('parentCheckId')).toEqual({ parentCheckId: first });
    },
    ended: { checkOccurence: 'YesSecondCheck', charged: 1 },
    messages: [...OFFICE, m.RESULT, ...OFFICE, m.RESULT],
  },
  {
    name: 'the employee disagrees with the findings at the examination, as the doctor records',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.report('Yes', { ...EARLIER(), workerDisagreement: true });
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.RESULT_DISPUTED],
  },
  {
    name: 'findings that the employee disputes afterwards, and the doctor corrects',
    run: async (scenario) => {
      await scenario.planned();
      const times = await scenario.report('Yes');
      await scenario.say('disagree', {});
      await scenario.go('doctor', 'correctResult', 'CorrectionInput', {
        ...FINDINGS,
        ...times,
        ...EARLIER(),
        checkOccurence: 'Yes',
        findingsHandedOver: true,
        correctionReason: 'Mistyped',
        explanation: 'Read wrongly.',
      });
      expect(await scenario.read('workerDisagreement newIncapacityEndDate')).toEqual({ workerDisagreement: true, ...EARLIER() });
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.RESULT, m.DISPUTED, m.DOCTOR_DISPUTED, m.CORRECTED],
  },
  {
    name: 'arbitration: an arbitrating doctor is asked, and confirms the treating doctor',
    run: async (scenario) => {
      await scenario.planned();
      await scenario.report('Yes', { ...EARLIER(), workerDisagreement: true });
      const asked = { arbitrationAskedBy: 'Employee', arbiterName: 'Dr. A. Arbiter', arbitrationAskedOn: today() };
      await scenario.go('planner', 'recordArbitration', 'ArbitrationInput', asked);
      const ruling = { arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: today(), newIncapacityEndDate: null };
      await scenario.go('planner', 'recordRuling', 'RulingInput', ruling);
      expect(await scenario.read('earlyReturn newIncapacityEndDate')).toEqual({ earlyReturn: false, newIncapacityEndDate: null });
    },
    ended: { checkOccurence: 'Yes', charged: 1 },
    messages: [...OFFICE, m.RESULT_DISPUTED, m.ARBITRATION, m.RULED, m.DOCTOR_RULED, m.TOLD_RULING],
  },
];

export const BRANCHES: readonly Branch[] = [...AT_HOME, ...EMPLOYEE_SAYS, ...PLANNING, ...CANCELLED, ...RESULTS];
