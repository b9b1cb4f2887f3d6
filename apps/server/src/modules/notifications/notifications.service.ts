import { seesCheckField } from '@checkwell/domain/check/fields';
import { addDays, type Clock, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import {
  type AppNotificationKind,
  mutedNotificationsRule,
  NOTIFICATION_DAYS,
  NOTIFICATIONS_SHOWN,
  type NotificationKind,
} from '@checkwell/domain/people/notifications';
import { type Actor, reachOf } from '@checkwell/domain/policy';
import type { Database, ReadTx, WriteTx } from '../../platform/db/database.ts';
import { lockRow } from '../../platform/db/locked.ts';
import { permit, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import { notifyLive } from '../../platform/live/notify.ts';
import * as repository from './notifications.repository.ts';

/** One thing that somebody is told in the application. */
export interface Notification extends Omit<repository.NotificationRow, 'status' | 'archivedAt'> {
  /** The check has ended: it stands among the reports. */
  readonly isOver: boolean;
}

/** What happened to a check, and who is told of it. */
export interface NewNotification {
  readonly companyId: string;
  readonly checkId: string;
  readonly kind: AppNotificationKind;
  /** Whoever can sign in; the others get a mail alone. */
  readonly profileIds: readonly (string | null)[];
}

export interface NotificationService {
  /**
   * The newest of the actor's own, `NOTIFICATIONS_SHOWN` at most, of checks that they still reach: whoever lost the right to a check reads nothing of it.
   */
  list(actor: Actor): Promise<readonly Notification[]>;
  /** Writes down that the actor has seen these. What is somebody else's is left out. @throws {AppError} `request.invalid` for too many */
  read(actor: Actor, ids: readonly string[]): Promise<readonly Notification[]>;
  /**
   * Tells people in the application, within the transaction that tells them by mail: once, as that effect is carried out once. The caller is
   * the product.
   */
  notify(tx: WriteTx, news: NewNotification): Promise<void>;
  /** Deletes what is older than `NOTIFICATION_DAYS`. @returns how many */
  clear(): Promise<number>;
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

export function createNotificationService({ db, clock }: { readonly db: Database; readonly clock: Clock }): NotificationService {
  /** @throws {AppError} `access.unauthenticated`, `access.forbidden`: nobody who is told anything */
  function personOf(actor: Actor): { readonly profileId: string } {
    reachable(actor, 'check.read');
    if (!('profileId' in actor)) throw new AppError('access.forbidden');
    return actor;
  }

  async function find(tx: ReadTx, actor: Actor): Promise<readonly Notification[]> {
    const rows = await repository.findNotifications(tx, personOf(actor).profileId, reachOf(actor, 'check.read'));
    const now = clock.now();
    return rows.map(({ workerFullName, status, archivedAt, ...row }) => ({
      ...row,
      workerFullName: seesCheckField(actor, 'workerFullName', { companyId: row.companyId, archivedAt }, now) ? workerFullName : '',
      isOver: status === 'Archived',
    }));
  }

  /** Only employers get these messages, about companies of their own. */
  function own(actor: Actor, companyId: string): string {
    permit(actor, 'check.read', { companyId, ...('profileId' in actor && { orderedByProfileId: actor.profileId }) });
    if (actor.kind !== 'employer') throw new AppError('access.forbidden');
    return actor.profileId;
  }

  return {
    async list(actor) {
      personOf(actor);
      return db.as(actor, (tx) => find(tx, actor), { readonly: true });
    },

    async read(actor, ids) {
      const { profileId } = personOf(actor);
      if (ids.length > NOTIFICATIONS_SHOWN) throw new AppError('request.invalid');
      const known = ids.filter(isId);
      return db.as(actor, async (tx) => {
        if (known.length > 0) await repository.markRead(tx, profileId, known, clock.now());
        return find(tx, actor);
      });
    },

    async notify(tx, { companyId, checkId, kind, profileIds }) {
      const told = [...new Set(profileIds)].filter((profileId) => profileId !== null);
      if (told.length === 0) return;
      const at = clock.now();
      const rows = told.map((profileId) => ({ id: newId(), profileId, companyId, checkId, kind, at }));
      await repository.insertNotifications(tx, rows);
      await notifyLive(tx, { topic: 'notification', companyId: null, id: checkId, version: 0, profileIds: told });
    },

    async clear() {
      const before = instantAt(addDays(clock.today(), -NOTIFICATION_DAYS), '00:00');
      return db.system('old notifications', (tx) => repository.deleteBefore(tx, before));
    },

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
