import { addDays, dayOf } from '@checkwell/domain/clock';
import { type Asker, askGraphql } from './api.ts';
import { STATE, type CheckState as State, step } from './orders.ts';
import type { Person } from './people.ts';

/** Steps of checks by the API, for tests of later steps. */

/** A mutation that changes a check. @param more declarations of further variables @param input how they are passed */
export const change = (name: string, more = '', input = '') =>
  `mutation ($id: ID!, $version: Int!${more}) { check: ${name}(id: $id, version: $version${input}) { ${STATE} } }`;

/**
 * Releases a result if it is held. Tests report examinations at the current time, before the appointment, and several for one doctor, which the
 * quality check may find implausible, depending on the hour (domain/check/quality).
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

/** The planner reports an examination at the current time for the doctor, and the result is released. */
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

/** Number of last slots of a day that are reserved for tests that choose one on the screen. */
const RESERVED_SLOTS = 6;

/**
 * Makes an appointment from the day after tomorrow on, so that cancelling is not "late". Because parallel tests use the same doctors,
 * slots are chosen at random, and the next one is tried if a slot was taken meanwhile.
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
      for (const start of shuffled(freeSlots.slice(0, -RESERVED_SLOTS)).slice(0, 5)) {
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
