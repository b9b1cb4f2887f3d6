import { addDays, dayOf } from '@checkwell/domain/clock';
import { OFFLINE } from '@checkwell/domain/constants';
import { today } from '../../../lib/browser/time.ts';
import { cacheResponses, forgetResponses } from '../../../lib/offline/cached-responses.ts';
import { tidyPhone } from '../../../lib/offline/encrypted-store.ts';
import { session } from '../../../lib/session/session.ts';
import { LOCAL, localStore } from '../../../lib/session/storage.ts';
import type { MissionQuery, MissionRowFragment, MissionsQuery } from '../missions.gql.ts';

/**
 * Whether a mission is kept to be opened without network: its appointment is at most `OFFLINE.missionDays` days ahead, or past with the report still
 * missing.
 */
export const isKept = ({ appointmentStart }: Pick<MissionRowFragment, 'appointmentStart'>): boolean =>
  appointmentStart !== null && dayOf(new Date(appointmentStart)) <= addDays(today(), OFFLINE.missionDays);

/** The responses that the phone keeps, by operation, without what it must not keep. */
const OPERATIONS = {
  // Who is signed in, and what they may do: every screen needs it.
  Viewer: (answer: unknown) => answer,
  Missions: ({ checks }: MissionsQuery): MissionsQuery => ({ checks: { ...checks, nodes: checks.nodes.filter(isKept) } }),
  // A mission that is over is not kept; any other is kept without its certificate and the doctor's medical note.
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

/** Removes outdated data, and data of other accounts (`tidyPhone`). @returns the account that is signed in */
async function tidy(): Promise<string | undefined> {
  const account = session.account();
  // In a browser without storage nothing is kept, and the missions need the network.
  if (account !== undefined && account !== tidiedFor) await tidyPhone(account).catch(() => undefined);
  tidiedFor = account;
  return account;
}

/** From now on this phone keeps the missions of the signed-in doctor and shows them without network. Data of other accounts are removed first. */
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
