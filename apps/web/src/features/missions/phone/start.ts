import { graphql } from '../../../lib/api/graphql.ts';
import { invalidate } from '../../../lib/api/query.ts';
import { session } from '../../../lib/session/session.ts';
import { ViewerDocument } from '../../../lib/session/viewer.gql.ts';
import { MissionDocument, MissionsDocument } from '../missions.gql.ts';
import { MISSIONS_ASKED } from '../missions.queries.ts';
import { outbox } from '../outbox/outbox.ts';
import { installApp } from './install.ts';
import { isKept, openPhone } from './open.ts';

/**
 * Loads the missions of the next days one by one, so that each opens without network. Not by the page's queries: responses that were loaded or
 * requested before `openPhone` are not kept.
 */
async function fill(): Promise<void> {
  await graphql(ViewerDocument);
  const { checks } = await graphql(MissionsDocument, MISSIONS_ASKED);
  for (const { id } of checks.nodes.filter(isKept)) await graphql(MissionDocument, { id });
}

/** Ignores a failure: the next event of the network or the page tries again. */
const later = (): void => undefined;

/** Sends the waiting actions, then loads the missions again. */
const catchUp = (): void => {
  if (session.isLeaving()) return;
  void outbox
    .start()
    .then(() => invalidate('check'))
    .catch(later);
};

let started = false;

/** Starts the outbox and the offline store for a signed-in doctor, after the first screen is shown. */
export function startPhone(): void {
  void outbox.start().catch(later);
  if (started) return;
  started = true;
  addEventListener('online', catchUp);
  addEventListener('focus', catchUp);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') catchUp();
  });
  // The development server has no service worker.
  if (import.meta.env?.PROD) void openPhone().then(fill).then(installApp).catch(later);
}
