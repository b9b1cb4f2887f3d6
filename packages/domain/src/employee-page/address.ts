import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { key, line } from '../validation.ts';

/** Longest texts about the door, in characters: the name on the bell, a code. */
export const DOOR_TEXT = { bell: TEXT.name, doorCode: TEXT.code } as const;

/** Where the employee stays, and how a doctor finds the door; at least one field is not empty. */
export const employeeAddressRule = z
  .strictObject({ address: line(TEXT.address), bell: line(DOOR_TEXT.bell), doorCode: line(DOOR_TEXT.doorCode) })
  .check(z.refine((said) => Object.values(said).some((text) => text !== ''), { path: ['address'], error: key('required') }));
export type EmployeeAddress = z.infer<typeof employeeAddressRule>;

/**
 * The address without case, accents and punctuation: "Kerkstr. 1, 9000 Gent" and "kerkstr 1 9000 GENT" are one place. Numbers stay apart, so that
 * "Kerkstraat 1/2" is not "Kerkstraat 12".
 */
const placeOf = (address: string): string =>
  address
    .normalize('NFD')
    .replaceAll(/(?<=\p{N})[^\p{L}\p{N}]+(?=\p{N})/gu, ' ')
    .replaceAll(/[^\p{L}\p{N} ]|(?<!\p{N}) | (?!\p{N})/gu, '')
    .toLowerCase();

/** Whether the employee stays somewhere else than the order says: a matter for our planners, never a change of the mission by itself. */
export const isOtherPlace = (said: string, ordered: string): boolean => placeOf(said) !== '' && placeOf(said) !== placeOf(ordered);
