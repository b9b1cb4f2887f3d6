import { addDays, dayOf } from '@checkwell/domain/clock';
import { OFFLINE } from '@checkwell/domain/constants';
import { today } from '../../../lib/browser/time.ts';
import { cacheResponses, forgetResponses } from '../../../lib/offline/cached-responses.ts';
import { tidyPhone } from '../../../lib/offline/encrypted-store.ts';
import { session } from '../../../lib/session/session.ts';
import { LOCAL, localStore } from '../../../lib/session/storage.ts';
import type { MissionQuery, MissionRowFragment, MissionsQuery } from '../missions.gql.ts';

/** Whether a mission may be opened without network: of today, of the next days, or one whose report is missing. */
export const isKept = ({ appointmentStart }: Pick<MissionRowFragment, 'appointmentStart'>): boolean =>
  appointmentStart !== null && dayOf(new Date(appointmentStart)) <= addDays(today(), OFFLINE.missionDays);

const OPERATIONS = {
  // Who is signed in, and what they may do: every screen needs it.
  Viewer: (answer: unknown) => answer,
  Missions: ({ checks }: MissionsQuery): MissionsQuery => ({ checks: { ...checks, nodes: checks.nodes.filter(isKept) } }),
  // A mission that is over is not kept, and of any other neither the certificate nor the doctor's own note.
  Mission: ({ check }: MissionQuery): MissionQuery | undefined =>
    check.status === 'Archived' || !isKept(check) ? undefined : { check: { ...check, medicalNote: null, document: null } },
};

/** Removes kept missions that the list no longer has. */
async function forgetOthers(operation: string, answer: unknown): Promise<void> {
  const account = session.account();
  if (operation !== 'Missions' || account === undefined) return;
  const ids = new Set((answer as MissionsQuery).checks.nodes.map(({ id }) => JSON.stringify({ id })));
  await forgetResponses(account, 'Mission', (variables) => !ids.has(variables));
}

let tidiedFor: string | undefined;

/** Removes what other accounts left. @returns the account that is signed in */
async function tidy(): Promise<string | undefined> {
  const account = session.account();
  // A browser without storage keeps nothing, and works all the same.
  if (account !== undefined && account !== tidiedFor) await tidyPhone(account).catch(() => undefined);
  tidiedFor = account;
  return account;
}

/** From now on this phone keeps the missions of the doctor who is signed in and shows them without network; what other accounts left is removed first. */
export async function openPhone(): Promise<void> {
  if ((await tidy()) !== undefined) cacheResponses({ operations: OPERATIONS, onKept: forgetOthers });
}

/**
 * Calls `openPhone` if this phone already keeps missions of the signed-in user. To be called before the first request.
 */
export async function reopenPhone(): Promise<void> {
  const account = await tidy();
  if (localStore.getItem(LOCAL.phone)?.split(' ')[0] === account) await openPhone();
}
