import type { CheckLocation, NextActor } from '@checkwell/domain/check/enums';
import { type Role, sideOf } from '@checkwell/domain/roles';
import type { IconName } from '../../ui/content/Icon.tsx';

export const LOCATION_ICONS = {
  House: 'home',
  Office: 'stethoscope',
  Telecheck: 'video',
  Unknown: 'help',
} as const satisfies Record<CheckLocation, IconName>;

/** When a check takes place: the appointment to the minute, or the day alone, which is all that employers learn of a visit. */
export const whenOf = (
  check: { readonly appointmentStart: string | null; readonly checkDate: string | null },
  format: { readonly moment: (at: string) => string; readonly day: (day: string) => string },
): string | null => (check.appointmentStart ? format.moment(check.appointmentStart) : check.checkDate && format.day(check.checkDate));

/** The key of `checks:actor` for who acts next: `you` for the viewer's own side. */
export function actorKey(actor: NextActor, viewer: Role): NextActor | 'you' {
  const side = sideOf(viewer);
  return (side === 'planner' ? 'provider' : side) === actor ? 'you' : actor;
}
