import { invalidate, queryClient } from '../../../lib/api/query.ts';
import { session } from '../../../lib/session/session.ts';
import { viewerQuery } from '../../../lib/session/viewer.ts';
import { missionQuery, missionsQuery } from '../missions.queries.ts';
import { outbox } from '../outbox/outbox.ts';
import { installApp } from './install.ts';
import { isKept, openPhone } from './open.ts';

/** Asks for the missions of the next days, one after the other, so that each opens without network: what the page has had so far is not kept. */
async function fill(): Promise<void> {
  await queryClient.fetchQuery({ ...viewerQuery, staleTime: 0 });
  const { checks } = await queryClient.fetchQuery({ ...missionsQuery, staleTime: 0 });
  for (const { id } of checks.nodes.filter(isKept)) await queryClient.fetchQuery({ ...missionQuery(id), staleTime: 0 });
}

/** Without network it is tried again with the next sign of one. */
const later = (): void => undefined;

/** Sends what waits, then shows what became of it. */
const catchUp = (): void => {
  if (session.isLeaving()) return;
  void outbox
    .start()
    .then(() => invalidate('check'))
    .catch(later);
};

let started = false;

/** For a doctor who is signed in, once the first screen stands. */
export function startPhone(): void {
  void outbox.start().catch(later);
  if (started) return;
  started = true;
  addEventListener('online', catchUp);
  addEventListener('focus', catchUp);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') catchUp();
  });
  // The development server has no program that could open the pages without network.
  if (import.meta.env?.PROD) void openPhone().then(fill).then(installApp).catch(later);
}
