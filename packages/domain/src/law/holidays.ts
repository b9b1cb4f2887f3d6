import { addDays, type CalendarDay, isoWeekday } from '../clock.ts';

/** Easter Sunday of a year of the Gregorian calendar (the anonymous algorithm, as published by Meeus, Jones and Butcher). */
export function easterSunday(year: number): CalendarDay {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const dayCount = epact + weekday - 7 * shift + 114;
  const month = String(Math.floor(dayCount / 31)).padStart(2, '0');
  const day = String((dayCount % 31) + 1).padStart(2, '0');
  return `${year}-${month}-${day}`;
}

/**
 * The ten public holidays of Belgium in a year, in order (law of 4 January 1974 and royal decree of 18 April 1974;
 * https://employment.belgium.be/en/regulation-public-holidays). Days that replace a holiday on a Sunday differ by
 * company and do not affect legal terms, so they are left out.
 */
export function publicHolidays(year: number): readonly CalendarDay[] {
  const easter = easterSunday(year);
  const days = [
    `${year}-01-01`,
    addDays(easter, 1),
    `${year}-05-01`,
    addDays(easter, 39),
    addDays(easter, 50),
    `${year}-07-21`,
    `${year}-08-15`,
    `${year}-11-01`,
    `${year}-11-11`,
    `${year}-12-25`,
  ];
  return [...new Set(days)].sort();
}

/** Whether the day is a public holiday in Belgium. */
export function isPublicHoliday(day: CalendarDay): boolean {
  return publicHolidays(Number(day.slice(0, 4))).includes(day);
}

/** Whether most people are off on this day, and no letters are delivered. The terms of the law count Saturdays: `isWorkingDay`. */
export const isWeekendOrHoliday = (day: CalendarDay): boolean => isoWeekday(day) >= 6 || isPublicHoliday(day);
