import { addDays, dayOf } from '@checkwell/domain/clock';
import type { Page } from '@playwright/test';
import { askGraphql } from './api.ts';
import { STATE, type CheckState as State, step } from './orders.ts';

/** Steps of checks past the screens: for journeys that are about what comes after. */

/** A mutation that moves a check; arguments beside id and version as GraphQL declares and passes them. */
export const change = (name: string, more = '', input = '') =>
  `mutation ($id: ID!, $version: Int!${more}) { check: ${name}(id: $id, version: $version${input}) { ${STATE} } }`;
export const startPlanning = (planner: Page, { id, version }: Pick<State, 'id' | 'version'>) =>
  step(planner, change('startPlanning'), { id, version });

/** The first free appointment from the day after tomorrow on, so that cancelling is not "late". */
export async function schedule(planner: Page, { id, version }: Pick<State, 'id' | 'version'>): Promise<State & { readonly start: string }> {
  for (let ahead = 2; ahead < 13; ahead += 1) {
    const found = await askGraphql<{ list: { doctor: { id: string }; freeSlots: string[] }[] }>(
      planner,
      'query ($id: ID!, $day: Date!) { list: doctorCandidates(checkId: $id, day: $day) { doctor { id } freeSlots } }',
      { id, day: addDays(dayOf(new Date()), ahead) },
    );
    const free = found.data?.list.find(({ freeSlots }) => freeSlots.length > 0);
    if (!free) continue;
    const [start = ''] = free.freeSlots;
    const input = { doctorId: free.doctor.id, appointmentStart: start, appointmentMinutes: 20 };
    const state = await step(planner, change('scheduleCheck', ', $input: ScheduleInput!', ', input: $input'), { id, version, input });
    return { ...state, start };
  }
  throw new Error('No doctor is free in two weeks.');
}
