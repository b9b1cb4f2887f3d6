import { datesIn, type FoundDate, shortDateBefore } from './dates.ts';
import { type ReadText, UNSURE } from './text.ts';

/** The words of a label may continue in the next line. */
const loose = (words: string): string => words.replaceAll(' ', '\\s');

/** What may be between a label and its date: spaces, punctuation, dotted and vertical lines. */
const GAP = `[\\s:;,.|_"'()\\[\\]*=-]{0,40}`;
const ARTICLE = `(?:(?:le|de|den|dem|the|op|am|on)\\b${GAP})?`;
const WEEKDAY = `(?:[a-z]{2,8}(?:dag|tag|day|di),?${GAP}|dimanche,?${GAP}|mittwoch,?${GAP})?`;

const START = loose(
  `(?:du|des le|a partir du|a dater du|a compter du|depuis le|debut|date de debut|vanaf|van|ingaand(?: op)?|begindatum|startdatum|eerste dag|vom|ab|seit|beginn|from|starting|as of|start date|first day)`,
);
const END = loose(
  `(?:jusqu'? ?au|jusqu'? ?a|jusque|au|date de fin|fin|tot en met|tot|t/m|t\\.?e\\.?m\\.?|einddatum|einde|laatste dag|bis zum|bis|ende|up to and including|up to|to|until|till|through|end date|last day)`,
);
const INCLUDED = `(?:(?:inclus|compris|y compris|inbegrepen|incl|included|including|inclusive|einschlie(?:ß|ss|b)lich|eingeschlossen)\\b${GAP})?`;

const START_BEFORE = new RegExp(`(?:^|[^a-z'])${START}${GAP}${ARTICLE}${WEEKDAY}$`);
const BETWEEN = new RegExp(`^${GAP}${INCLUDED}${END}\\b${GAP}${INCLUDED}${ARTICLE}${WEEKDAY}$`);
const END_BEFORE = new RegExp(`(?:^|[^a-z'])${END}${GAP}${INCLUDED}${ARTICLE}${WEEKDAY}$`);
/** A dash between two dates means a period only after a word for "period". */
const PERIOD_BEFORE = new RegExp(`\\b(?:periode|zeitraum|period)\\b[^\\d${UNSURE}]{0,40}$`);
const DASH = /^\s*-\s*$/;

/** How many characters before a date its words are searched for. */
const REACH = 90;

export interface FoundPeriod {
  readonly startDate: FoundDate;
  readonly endDate: FoundDate;
}

/**
 * The period of incapacity: two dates with the words of a period before and between them.
 * @returns null without one; `ambiguous` when the text has several that differ
 */
export function periodIn({ folded }: ReadText): FoundPeriod | 'ambiguous' | null {
  const dates = datesIn(folded);
  const found: FoundPeriod[] = [];
  for (const [index, endDate] of dates.entries()) {
    const previous = dates[index - 1];
    if (previous && isPeriod(folded, previous, endDate)) found.push({ startDate: previous, endDate });
    else {
      const startDate = shortStart(folded, endDate);
      if (startDate) found.push({ startDate, endDate });
    }
  }
  const [first, ...others] = found;
  if (!first) return null;
  const differs = others.some(({ startDate, endDate }) => startDate.day !== first.startDate.day || endDate.day !== first.endDate.day);
  // "from 1 to 8 March, prolonged until 15 March": another end, without a beginning, is a prolongation or about something else.
  const ends = found.map(({ endDate }) => endDate);
  const hasOtherEnd = dates.some((date) => !ends.includes(date) && date.day !== first.endDate.day && isAfter(END_BEFORE, folded, date));
  return differs || hasOtherEnd ? 'ambiguous' : first;
}

const isAfter = (words: RegExp, folded: string, date: FoundDate): boolean =>
  words.test(folded.slice(Math.max(0, date.from - REACH), date.from));

function isPeriod(folded: string, start: FoundDate, end: FoundDate): boolean {
  const before = folded.slice(Math.max(0, start.from - REACH), start.from);
  const between = folded.slice(start.to, end.from);
  if (between.length > REACH) return false;
  if (START_BEFORE.test(before) && BETWEEN.test(between)) return true;
  return PERIOD_BEFORE.test(before) && (DASH.test(between) || BETWEEN.test(between));
}

function shortStart(folded: string, end: FoundDate): FoundDate | null {
  const base = Math.max(0, end.from - REACH);
  const connector = END_BEFORE.exec(folded.slice(base, end.from));
  if (!connector) return null;
  const until = base + connector.index + (/^[a-z']/.test(connector[0]) ? 0 : 1);
  const start = shortDateBefore(folded, until, end.day);
  return start && START_BEFORE.test(folded.slice(Math.max(0, start.from - REACH), start.from)) ? start : null;
}

const SIGNED = `(?:fait|etabli|signe|redige|delivre|opgemaakt|opgesteld|getekend|ondertekend|afgegeven|gedaan|ausgestellt|ausgefertigt|unterzeichnet|done|issued|signed)`;
const DATE_LABEL = `(?:date(?: (?:du|de ce) certificat| de (?:delivrance|signature)| d'etablissement| of (?:issue|(?:the )?certificate))?|datum(?: (?:van )?(?:het )?(?:attest|getuigschrift|opmaak|afgifte))?|attestdatum|ausstellungsdatum)`;
const SIGNED_BEFORE = new RegExp(`\\b${SIGNED}\\b[^\\d\\n${UNSURE}]{0,50}$`);
const LABEL_BEFORE = new RegExp(`\\b${DATE_LABEL}${GAP}${ARTICLE}${WEEKDAY}$`);
/** `Namur, le 12 mars 2026`, alone on its line. */
const PLACE_BEFORE = new RegExp(`\\n\\s*[a-z' -]{2,30},\\s*${ARTICLE}${WEEKDAY}$`);
const SIGNED_LABEL = new RegExp(`\\b${SIGNED} (?:a|le|te|op|in|am|at|on)\\b`);
const BIRTH = /(?:naissance|\bnee? le|\bne\(e\)|geboren|geboorte|geburt|\bborn|birth|°)[^\n]{0,30}$/;

/** The day on which the doctor signed; `unreadable` when the words for it are there without a date after them. */
export function signedOnIn(text: ReadText, period: FoundPeriod): FoundDate | 'unreadable' | null {
  const { folded } = text;
  const taken = [period.startDate.from, period.endDate.from];
  for (const date of datesIn(folded)) {
    if (taken.includes(date.from)) continue;
    const before = `\n${folded.slice(Math.max(0, date.from - REACH), date.from)}`;
    if (BIRTH.test(before)) continue;
    if (SIGNED_BEFORE.test(before) || LABEL_BEFORE.test(before) || PLACE_BEFORE.test(before)) return date;
  }
  return SIGNED_LABEL.test(folded) ? 'unreadable' : null;
}
