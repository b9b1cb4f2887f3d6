import * as z from 'zod/mini';
import { SECRET_TOKEN } from '../secret-token.ts';

/** Where calendars ask for a doctor's missions, without a session: whoever holds the address (docs/decisions/0072). */
export const CALENDAR_PATH = '/v1/api/missions/calendar';

/** The path of one address; calendars look at the ending. */
export const calendarPath = (token: string): string => `${CALENDAR_PATH}/${token}.ics`;

export const calendarPathRule = z.strictObject({ token: z.string().check(z.regex(SECRET_TOKEN)) });

/** The same address as a link that a device opens in its calendar. */
export const subscriptionOf = (address: string): string => address.replace(/^https?:/, 'webcal:');
