import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { addressParts } from '@checkwell/domain/invoice/invoice';
import { languageOfDoctor } from '@checkwell/domain/people/doctor';
import { calendarPath } from '@checkwell/domain/people/mission-calendar';
import { type Actor, reachOf } from '@checkwell/domain/policy';
import { getTranslator } from '@checkwell/messages/translator';
import ical from 'ical-generator';
import type { Database } from '../../../platform/db/database.ts';
import { lockRow } from '../../../platform/db/locked.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { newId } from '../../../platform/ids.ts';
import type { RowLinks } from '../../../platform/row-links.ts';
import { findDoctorReader } from '../messages/checks-notices.repository.ts';
import type { CalendarRow } from './mission-calendar.repository.ts';
import * as repository from './mission-calendar.repository.ts';

/** The address of a doctor's missions, as the doctor sees it. */
export interface MissionCalendar {
  readonly address: string;
  readonly createdAt: Date;
}

/** A doctor's missions for calendars: when, where and how long, and nobody's name (docs/decisions/0072). */
export interface MissionCalendarService {
  /** For doctors. @returns null: there is no address @throws {AppError} `access.forbidden` for everybody else */
  get(actor: Actor): Promise<MissionCalendar | null>;
  /** Makes an address; an earlier one ends. @throws {AppError} as `get` */
  renew(actor: Actor): Promise<MissionCalendar>;
  /** Ends the address, if there is one. @throws {AppError} as `get` */
  remove(actor: Actor): Promise<void>;
  /**
   * The missions that wait for the doctor of an address, as iCalendar (RFC 5545).
   * @throws {AppError} `entity.notFound`, the same for every wrong address; `auth.tooManyAttempts`
   */
  feed(token: string, caller: { readonly ip: string }): Promise<string>;
}

export interface MissionCalendarDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: RowLinks;
  readonly throttle: Pick<Throttle, 'wrongLink'>;
  readonly publicUrl: string;
}

const FEED: Actor = { kind: 'system', name: 'mission calendar' };
/** What calendars are asked to wait between two looks; many wait for longer. */
const REFRESH_INTERVAL_SECONDS = 3600;

export function createMissionCalendarService({ db, clock, links, throttle, publicUrl }: MissionCalendarDeps): MissionCalendarService {
  const show = ({ id, tokenHash, createdAt }: Pick<CalendarRow, 'id' | 'tokenHash' | 'createdAt'>): MissionCalendar => ({
    address: publicUrl + calendarPath(links.tokenOf(id, tokenHash)),
    createdAt,
  });

  function doctorOf(actor: Actor): string {
    const reach = reachOf(actor, 'missionCalendar.write');
    if (reach.kind !== 'doctor') throw new AppError('access.forbidden');
    return reach.doctorId;
  }

  return {
    async get(actor) {
      const doctorId = doctorOf(actor);
      const row = await db.as(actor, (tx) => repository.findOfDoctor(tx, doctorId), { readonly: true });
      return row ? show(row) : null;
    },

    async renew(actor) {
      const doctorId = doctorOf(actor);
      const id = newId();
      const tokenHash = links.hashOf(links.newToken(id));
      if (!tokenHash) throw new Error('A link of ours is none.');
      const row = { id, doctorId, tokenHash, createdAt: clock.now() };
      await db.as(actor, async (tx) => {
        // Two at once come one after the other, and the later one is the address.
        if (!(await lockRow(tx, 'doctors', { id: doctorId }))) throw new AppError('entity.notFound');
        await repository.deleteCalendar(tx, doctorId);
        await repository.insertCalendar(tx, row);
      });
      return show(row);
    },

    async remove(actor) {
      const doctorId = doctorOf(actor);
      await db.as(actor, async (tx) => {
        if (!(await lockRow(tx, 'doctors', { id: doctorId }))) throw new AppError('entity.notFound');
        await repository.deleteCalendar(tx, doctorId);
      });
    },

    async feed(token, { ip }) {
      const hash = links.hashOf(token);
      const found =
        hash &&
        (await db.as(
          FEED,
          async (tx) => {
            const row = await repository.findByToken(tx, hash);
            if (!row) return undefined;
            const { doctorId } = row;
            return { reader: await findDoctorReader(tx, doctorId), missions: await repository.findMissions(tx, doctorId) };
          },
          { readonly: true },
        ));
      if (!found) {
        await throttle.wrongLink(ip);
        throw new AppError('entity.notFound');
      }
      const language = found.reader?.language ?? languageOfDoctor(found.reader?.languages ?? []);
      const t = getTranslator(language, 'missions');
      const enums = getTranslator(language, 'enums');
      const calendar = ical({
        name: t('calendar.name'),
        prodId: { company: 'Checkwell', product: 'Missions', language: language.toUpperCase() },
        ttl: REFRESH_INTERVAL_SECONDS,
        url: publicUrl + calendarPath(token),
      });
      for (const { id, version, modificationDate, checkLocation, workerAddress, appointmentStart, appointmentEnd } of found.missions) {
        if (appointmentStart === null || appointmentEnd === null) continue;
        const { postcode, town } = addressParts(workerAddress);
        const place = checkLocation === 'House' ? `${postcode} ${town}`.trim() : '';
        const address = `${publicUrl}/missions/${id}`;
        calendar.createEvent({
          id: `${id}@${new URL(publicUrl).hostname}`,
          start: appointmentStart,
          end: appointmentEnd,
          stamp: modificationDate,
          lastModified: modificationDate,
          // Calendars take what counts higher for newer.
          sequence: version,
          summary: ['Checkwell', enums(`checkLocation.${checkLocation}`), place].filter(Boolean).join(' – '),
          ...(place !== '' && { location: place }),
          description: `${t('calendar.open')}: ${address}`,
          url: address,
        });
      }
      return calendar.toString();
    },
  };
}
