import * as z from 'zod/mini';
import { SECRET_TOKEN } from '../secret-token.ts';

/** Path from which calendar applications load a doctor's missions, without a session; the token in the URL gives access (docs/decisions/0072). */
export const CALENDAR_PATH = '/v1/api/missions/calendar';

/** Path of one subscription; calendar applications need the extension. */
export const calendarPath = (token: string): string => `${CALENDAR_PATH}/${token}.ics`;

export const calendarPathRule = z.strictObject({ token: z.string().check(z.regex(SECRET_TOKEN)) });

/** The URL as a link that a device opens in its calendar application. */
export const subscriptionOf = (address: string): string => address.replace(/^https?:/, 'webcal:');
