import { seesCheckField } from '@checkwell/domain/check/fields';
import { addDays, type Clock, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import {
  type Delivery,
  deliveryAt,
  deliveryOf,
  isInApp,
  kindsOf,
  mayChoose,
  NOTIFICATION_DAYS,
  NOTIFICATIONS_SHOWN,
  type NotificationKind,
  type NotificationReader,
  notificationChoiceRule,
  notificationRule,
} from '@checkwell/domain/people/notifications';
import { type Actor, reachOf } from '@checkwell/domain/policy';
import type { Database, ReadTx, WriteTx } from '../../platform/db/database.ts';
import { lockRow } from '../../platform/db/locked.ts';
import { fieldErrorAt, permit, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import { notifyLive } from '../../platform/live/notify.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { createDailyMails } from './notifications.jobs.ts';
import * as repository from './notifications.repository.ts';

/** One thing that somebody is told in the application. */
export interface Notification extends Omit<repository.NotificationRow, 'status' | 'archivedAt'> {
  /** The check has ended: it is among the reports. */
  readonly isOver: boolean;
}

/** Somebody whom something concerns. */
export interface Told {
  /** Profile of an account that can sign in; null: the reader has none and gets everything by mail. */
  readonly profileId: string | null;
}

/** What happened to a check, and whom it concerns. */
export interface News<Reader extends Told> {
  readonly companyId: string;
  readonly checkId: string;
  readonly kind: NotificationKind;
  readonly readers: readonly Reader[];
  /** Readers who know it already: it is not in the application, and no daily mail says it. */
  readonly knows?: (reader: Reader) => boolean;
  /** When the earliest appointment begins that it changes; for kinds about appointments. */
  readonly concernsFrom?: Date | null;
}

/** How the actor gets a kind of message. */
export type NotificationChoice = repository.ChoiceRow;

export interface NotificationService {
  /**
   * The actor's newest, `NOTIFICATIONS_SHOWN` at most, of checks that they still reach: nothing of a check to which they lost the right.
   */
  list(actor: Actor): Promise<readonly Notification[]>;
  /** Logs that the actor has seen these. What is somebody else's is left out. @throws {AppError} `request.invalid` for too many */
  read(actor: Actor, ids: readonly string[]): Promise<readonly Notification[]>;
  /**
   * Tells people in the application, and asks for their daily mail, within the transaction that writes the mails: once, as that effect is carried
   * out once. The caller is the product.
   * @returns those who get a mail at once
   */
  notify<Reader extends Told>(tx: WriteTx, news: News<Reader>): Promise<readonly Reader[]>;
  /** How a doctor chose to get a kind of message, whichever company it is about; null: they have not, or have no account. */
  chosenBy(tx: ReadTx, kind: NotificationKind, reader: Told): Promise<Delivery | null>;
  /** Deletes what is older than `NOTIFICATION_DAYS`. @returns how many */
  clear(): Promise<number>;
  /** How the actor gets each kind that is for them. @param companyId null: for planners and doctors, who belong to no company */
  choices(actor: Actor, companyId: string | null): Promise<readonly NotificationChoice[]>;
  /**
   * The actor wants to get one kind otherwise. What waits for the daily mail already still comes with it.
   * @param input kind and delivery; parsed here
   * @returns all of them, as `choices` does
   */
  choose(actor: Actor, companyId: string | null, input: unknown): Promise<readonly NotificationChoice[]>;
}

export interface NotificationServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Pick<Mailer, 'enqueue'>;
}

/** People in one message to other processes: PostgreSQL takes 8,000 bytes. */
const MAX_IN_EVENT = 100;

const chunksOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

export function createNotificationService({ db, clock, outbox, mailer }: NotificationServiceDeps): NotificationService {
  const daily = createDailyMails({ clock, outbox, mailer });

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

  /**
   * Whose choices these are: of people, about a company of their own where they have one.
   * @throws {AppError} `entity.notFound`, `access.forbidden`
   */
  function readerOf(actor: Actor, companyId: string | null): { readonly profileId: string; readonly kind: NotificationReader } {
    const { profileId } = personOf(actor);
    if (actor.kind !== 'employer' && actor.kind !== 'planner' && actor.kind !== 'doctor') throw new AppError('access.forbidden');
    if ((actor.kind === 'employer') !== (companyId !== null)) throw new AppError('access.forbidden');
    if (companyId !== null) permit(actor, 'check.read', { companyId, orderedByProfileId: profileId });
    return { profileId, kind: actor.kind };
  }

  async function findChoices(tx: ReadTx, { profileId, kind: reader }: ReturnType<typeof readerOf>, companyId: string | null) {
    const chosen = new Map((await repository.findChoices(tx, profileId, companyId)).map(({ kind, delivery }) => [kind, delivery]));
    return kindsOf(reader).map((kind) => ({ kind, delivery: deliveryOf(kind, chosen.get(kind) ?? null) }));
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

    async notify(tx, { companyId, checkId, kind, readers, knows = () => false, concernsFrom = null }) {
      const profileIds = [...new Set(readers.flatMap(({ profileId }) => profileId ?? []))];
      const chosen = await repository.findChosen(tx, { companyId, kind, profileIds });
      const at = clock.now();
      const deliveryTo = (profileId: string) => deliveryAt(kind, chosen.get(profileId) ?? null, at, concernsFrom);
      const news = new Set(readers.filter((reader) => !knows(reader)).flatMap(({ profileId }) => profileId ?? []));
      if (isInApp(kind) && news.size > 0) {
        const rows = [...news].map((profileId) => ({
          id: newId(),
          profileId,
          companyId,
          checkId,
          kind,
          at,
          waitsForMail: deliveryTo(profileId) === 'Daily',
        }));
        await repository.insertNotifications(tx, rows);
        for (const { profileId, waitsForMail } of rows) if (waitsForMail) await daily.ask(tx, profileId);
        for (const profileIds of chunksOf([...news], MAX_IN_EVENT))
          await notifyLive(tx, { topic: 'notification', companyId: null, id: checkId, version: 0, profileIds });
      }
      return readers.filter(({ profileId }) => profileId === null || deliveryTo(profileId) === 'AtOnce');
    },

    async chosenBy(tx, kind, { profileId }) {
      if (profileId === null) return null;
      return (await repository.findChoices(tx, profileId, null)).find((choice) => choice.kind === kind)?.delivery ?? null;
    },

    async clear() {
      const before = instantAt(addDays(clock.today(), -NOTIFICATION_DAYS), '00:00');
      return db.system('old notifications', async (tx) => {
        await repository.deleteDaysBefore(tx, addDays(clock.today(), -1));
        return repository.deleteBefore(tx, before);
      });
    },

    async choices(actor, companyId) {
      const reader = readerOf(actor, companyId);
      return db.as(actor, (tx) => findChoices(tx, reader, companyId), { readonly: true });
    },

    async choose(actor, companyId, input) {
      const reader = readerOf(actor, companyId);
      const choice = parseInput(notificationChoiceRule, input);
      if (!mayChoose(reader.kind, choice.kind, choice.delivery)) throw fieldErrorAt('delivery', 'invalidChoice');
      return db.as(actor, async (tx) => {
        if (companyId !== null && !(await lockRow(tx, 'company_users', { companyId, profileId: reader.profileId }, 'share')))
          throw new AppError('entity.notFound');
        // What may not wait has no row: it is what it is.
        if (notificationRule(choice.kind).deliveries.length > 1) await repository.saveChoice(tx, reader.profileId, companyId, choice);
        return findChoices(tx, reader, companyId);
      });
    },
  };
}
