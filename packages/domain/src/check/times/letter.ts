import { addDays, type CalendarDay, dayOf, instantAt } from '../../clock.ts';
import { isWeekendOrHoliday } from '../../law/holidays.ts';
import { WAKING_HOURS } from '../../offers/waves.ts';

/**
 * Postal days after the day of posting on which a letter counts as received. No law sets this for an invitation to a check. The rule is ours, by analogy
 * with article 53bis, 2° of the Judicial Code: a term that begins with a letter begins on the third day after the letter was handed to the post, unless
 * the addressee proves otherwise (docs/decisions/0090; http://www.elfri.be/wanneer-wordt-u-geacht-kennis-gekregen-te-hebben-van-een-aangetekend-schrijven).
 */
export const LETTER_POSTAL_DAYS = 3;

/** When a posted letter counts as read: at the end of the waking hours of its day of delivery, because nobody has to be at home before. */
export function letterReachedAt(postedOn: CalendarDay): Date {
  let day = postedOn;
  for (let left = LETTER_POSTAL_DAYS; left > 0; ) {
    day = addDays(day, 1);
    // Letters are delivered from Monday to Friday, not on public holidays. The legal working days include Saturdays, so they do not fit here.
    if (!isWeekendOrHoliday(day)) left -= 1;
  }
  return instantAt(day, WAKING_HOURS.to);
}

/**
 * Why a letter about an appointment cannot have been posted on this day; null: it is possible.
 * @param since when the appointment was made, as far as that is recorded
 */
export function letterError(postedOn: CalendarDay, since: Date, now: Date): 'postedFuture' | 'postedEarly' | null {
  if (postedOn > dayOf(now)) return 'postedFuture';
  return postedOn < dayOf(since) ? 'postedEarly' : null;
}

/** Path of the letter about the appointment of a check, a PDF. */
export const letterFilePath = (checkId: string): string => `/v1/api/checks/${checkId}/letter.pdf`;
