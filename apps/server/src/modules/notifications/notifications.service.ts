import { AppError } from '@checkwell/domain/errors';
import { mutedNotificationsRule, type NotificationKind } from '@checkwell/domain/people/notifications';
import type { Actor } from '@checkwell/domain/policy';
import type { Database, ReadTx } from '../../platform/db/database.ts';
import { lockRow } from '../../platform/db/locked.ts';
import { permit } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import * as repository from './notifications.repository.ts';

export interface NotificationService {
  /** The kinds of messages about this company's checks that the actor does not want. */
  getMuted(actor: Actor, companyId: string): Promise<readonly NotificationKind[]>;
  /** @param input the kinds; parsed here */
  setMuted(actor: Actor, companyId: string, input: unknown): Promise<readonly NotificationKind[]>;
  /**
   * Within another service's transaction: of these addresses of the company's people, those that want this kind of message.
   * Addresses without a user of the product get everything.
   */
  keepWanted(
    tx: ReadTx,
    message: { readonly companyId: string; readonly kind: NotificationKind; readonly emails: readonly string[] },
  ): Promise<readonly string[]>;
}

export function createNotificationService({ db }: { readonly db: Database }): NotificationService {
  /** Only employers get these messages, about companies of their own. */
  function own(actor: Actor, companyId: string): string {
    permit(actor, 'check.read', { companyId, ...('profileId' in actor && { orderedByProfileId: actor.profileId }) });
    if (actor.kind !== 'employer') throw new AppError('access.forbidden');
    return actor.profileId;
  }

  return {
    async getMuted(actor, companyId) {
      const profileId = own(actor, companyId);
      return db.as(actor, (tx) => repository.findMuted(tx, companyId, profileId), { readonly: true });
    },

    async setMuted(actor, companyId, input) {
      const profileId = own(actor, companyId);
      const kinds = parseInput(mutedNotificationsRule, input);
      return db.as(actor, async (tx) => {
        // Two saves at once: the wishes of one replace those of the other, and do not mix.
        if (!(await lockRow(tx, 'company_users', { companyId, profileId }))) throw new AppError('entity.notFound');
        await repository.replaceMuted(tx, companyId, profileId, kinds);
        return repository.findMuted(tx, companyId, profileId);
      });
    },

    async keepWanted(tx, { companyId, kind, emails }) {
      const muters = await repository.findMuters(tx, { companyId, kind, emails });
      return emails.filter((email) => !muters.has(email));
    },
  };
}
