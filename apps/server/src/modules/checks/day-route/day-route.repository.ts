import { COMPLETED_OCCURRENCES } from '@checkwell/domain/check/enums';
import type { Stop } from '@checkwell/domain/check/times/day-route';
import { addDays, type CalendarDay, instantAt } from '@checkwell/domain/clock';
import type { ReadTx } from '../../../platform/db/database.ts';

/** The doctor's appointments of these days (both included) that wait, and those that took place: the way goes on from them. */
export async function findStops(tx: ReadTx, doctorId: string, first: CalendarDay, last: CalendarDay): Promise<readonly Stop[]> {
  return tx
    .selectFrom('checks')
    .select(['id', 'checkLocation', 'latitude', 'longitude'])
    .select((eb) => eb.ref('appointmentStart').$notNull().as('appointmentStart'))
    .where('doctorId', '=', doctorId)
    .where('appointmentStart', '>=', instantAt(first, '00:00'))
    .where('appointmentStart', '<', instantAt(addDays(last, 1), '00:00'))
    .where((eb) => eb.or([eb('status', '=', 'WaitingForCheck'), eb('checkOccurence', 'in', COMPLETED_OCCURRENCES)]))
    .execute();
}
