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
 * Asks for the missions of the next days, one after the other, so that each opens without network. Not by the page's own queries: an answer that
 * it has, or that is under way since before the phone was opened, would not be kept.
 */
async function fill(): Promise<void> {
  await graphql(ViewerDocument);
  const { checks } = await graphql(MissionsDocument, MISSIONS_ASKED);
  for (const { id } of checks.nodes.filter(isKept)) await graphql(MissionDocument, { id });
}

/** Without network it is tried again with the next sign of one. */
const later = (): void => undefined;

/** Sends what waits, then shows its outcome. */
const catchUp = (): void => {
  if (session.isLeaving()) return;
  void outbox
    .start()
    .then(() => invalidate('check'))
    .catch(later);
};

let started = false;

/** For a doctor who is signed in, once the first screen is shown. */
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
