import type { MailFailure } from '@checkwell/domain/messages/failures';
import { type Actor, reachOf, roleIn } from '@checkwell/domain/policy';
import { isEmployer } from '@checkwell/domain/roles';
import type { Database } from '../../../platform/db/database.ts';
import { NOTICE_MAILS } from './checks.mails.ts';
import { findUndelivered, type UndeliveredRow } from './checks-undelivered.repository.ts';

/** A mail about a check that failed permanently. */
export interface Undelivered {
  readonly id: string;
  readonly recipient: string;
  readonly failure: MailFailure;
  readonly failedAt: Date;
}

export interface UndeliveredMessages {
  /**
   * Mails about checks that the actor sees which nobody got, by check, oldest first. Planners are notified of all; the employer's side of what was
   * written to its own people, a basic user only to the superior and to themselves; doctors of none.
   */
  undelivered(actor: Actor, checks: readonly UndeliveredCheck[]): Promise<ReadonlyMap<string, readonly Undelivered[]>>;
}

export interface UndeliveredCheck {
  readonly companyId: string;
  readonly id: string;
}

const TO_EMPLOYERS: ReadonlySet<string> = new Set(Object.values(NOTICE_MAILS).map(({ name }) => name));

function mayKnow(actor: Actor, { companyId, template, recipient, superiorEmail }: UndeliveredRow): boolean {
  const role = roleIn(actor, companyId);
  if (role === 'planner') return true;
  if (!isEmployer(role)) return false;
  if (!TO_EMPLOYERS.has(template)) return false;
  return role === 'employerAdmin' || recipient === superiorEmail || (actor.kind === 'employer' && recipient === actor.email);
}

export function createUndelivered({ db }: { readonly db: Database }): UndeliveredMessages {
  return {
    async undelivered(actor, checks) {
      const { kind } = reachOf(actor, 'check.read');
      if ((kind !== 'companies' && kind !== 'any') || checks.length === 0) return new Map();
      const rows = await db.system('undelivered messages', (tx) => findUndelivered(tx, checks));
      const known = rows.filter((row) => mayKnow(actor, row));
      return new Map(
        [...Map.groupBy(known, ({ checkId }) => checkId)].map(([checkId, of]) => [
          checkId,
          of.map(({ id, recipient, failure, failedAt }) => ({ id, recipient, failure, failedAt })),
        ]),
      );
    },
  };
}
