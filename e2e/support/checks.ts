import { addDays, dayOf } from '@checkwell/domain/clock';
import { type Asker, askGraphql } from './api.ts';
import { STATE, type CheckState as State, step } from './orders.ts';
import type { Person } from './people.ts';

/** Steps of checks past the screens: for tests that are about what comes after. */

/** A mutation that moves a check; arguments beside id and version as GraphQL declares and passes them. */
export const change = (name: string, more = '', input = '') =>
  `mutation ($id: ID!, $version: Int!${more}) { check: ${name}(id: $id, version: $version${input}) { ${STATE} } }`;
/**
 * Lets the employer read a result that is held. The stories report an examination of this moment, on a day before the appointment, at whatever hour
 * they run, and several of one doctor at a time: that is odd, or not, by the hour (domain/check/quality).
 */
export async function releaseIfHeld(planner: Asker, id: string): Promise<void> {
  const { data } = await askGraphql<{ check: { readonly version: number; readonly resultHeldAt: string | null } }>(
    planner,
    'query ($id: ID!) { check(id: $id) { version resultHeldAt } }',
    { id },
  );
  if (!data?.check.resultHeldAt) return;
  const input = { id, version: data.check.version, reason: 'The doctor was called.' };
  await step(planner, change('releaseResult', ', $reason: String!', ', reason: $reason'), input);
}

/** The planner reports an examination of this moment for the doctor, and the employer may read it. */
export async function reportExamination(planner: Asker, { id, version }: Pick<State, 'id' | 'version'>): Promise<void> {
  const now = new Date().toISOString();
  const input = {
    checkOccurence: 'Yes',
    examinedFrom: now,
    examinedTo: now,
    timesReason: 'Free earlier.',
    workerDisagreement: false,
    secondCheckNeeded: false,
    prolongationNeeded: false,
    independenceDeclared: true,
    findingsHandedOver: true,
    archiveComment: '',
    medicalNote: '',
  };
  const sent = await step(planner, change('recordResult', ', $input: ResultInput!', ', input: $input'), { id, version, input });
  await step(planner, change('sendResult'), { id: sent.id, version: sent.version });
  await releaseIfHeld(planner, id);
}

export const startPlanning = (planner: Asker, { id, version }: Pick<State, 'id' | 'version'>) =>
  step(planner, change('startPlanning'), { id, version });

interface Candidate {
  readonly doctor: { readonly id: string; readonly lastName: string };
  readonly freeSlots: readonly string[];
}

/** The last moments of a day are left to tests that choose them on the screen. */
const LEFT_FREE = 6;

/**
 * An appointment from the day after tomorrow on, so that cancelling is not "late". Tests that run at the same time look at the same
 * hours: a moment is drawn by lot, and when somebody else was faster, another one is.
 * @param only only this doctor
 * @param except anybody but this doctor
 */
export async function schedule(
  planner: Asker,
  { id, version }: Pick<State, 'id' | 'version'>,
  only?: Pick<Person, 'lastName'>,
  except?: Pick<Person, 'lastName'>,
): Promise<State & { readonly start: string }> {
  for (let ahead = 2; ahead < 13; ahead += 1) {
    const { data } = await askGraphql<{ list: readonly Candidate[] }>(
      planner,
      'query ($id: ID!, $day: Date!) { list: doctorCandidates(checkId: $id, day: $day) { doctor { id lastName } freeSlots } }',
      { id, day: addDays(dayOf(new Date()), ahead) },
    );
    const candidates = (data?.list ?? []).filter(
      ({ doctor }) => (only === undefined || doctor.lastName === only.lastName) && doctor.lastName !== except?.lastName,
    );
    for (const { doctor, freeSlots } of candidates) {
      for (const start of shuffled(freeSlots.slice(0, -LEFT_FREE)).slice(0, 5)) {
        const { data: made, errors } = await askGraphql<{ check: State }>(
          planner,
          change('scheduleCheck', ', $input: ScheduleInput!', ', input: $input'),
          { id, version, input: { doctorId: doctor.id, appointmentStart: start, appointmentMinutes: 20 } },
        );
        if (made?.check) return { ...made.check, start };
        const [error] = errors ?? [];
        if (error?.extensions?.code !== 'check.doctorBusy') throw new Error(error?.message ?? 'The check was not scheduled.');
      }
    }
  }
  throw new Error('No doctor is free in two weeks.');
}

const shuffled = <Item>(items: readonly Item[]): readonly Item[] =>
  items
    .map((item) => ({ item, lot: Math.random() }))
    .toSorted((a, b) => a.lot - b.lot)
    .map(({ item }) => item);
