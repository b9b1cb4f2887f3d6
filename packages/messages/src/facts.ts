import type { CheckFact } from '@checkwell/domain/check/facts';
import { type Formats, NOTHING } from './formats.ts';

/** Facts that formats alone can write; the others need words. */
export type FormattedFact = Exclude<CheckFact, { readonly kind: 'enum' | 'yesNo' | 'sender' }>;

/** The value of a fact as text, the same on screens and in documents. */
export function factText(
  fact: FormattedFact,
  formats: Pick<Formats, 'number' | 'date' | 'time' | 'dateTime' | 'dateRange' | 'km' | 'minutes' | 'days' | 'percent' | 'money' | 'phone'>,
): string {
  switch (fact.kind) {
    case 'id':
    case 'text':
    case 'lines':
      return fact.value || NOTHING;
    case 'number':
      return formats.number(fact.value);
    case 'phone':
      return formats.phone(fact.value);
    case 'day':
      return formats.date(fact.value);
    case 'time':
      return formats.time(fact.value);
    case 'instant':
      return formats.dateTime(fact.value);
    case 'period':
      return formats.dateRange(...fact.value);
    case 'moment':
      return [formats.date(fact.value[0]), ...(fact.value[1] === null ? [] : [formats.time(fact.value[1])])].join(', ');
    case 'km':
      return formats.km(fact.value);
    case 'minutes':
      return formats.minutes(fact.value);
    case 'days':
      return formats.days(fact.value);
    case 'percent':
      return formats.percent(fact.value / 100, 0);
    case 'money':
      return formats.money(fact.value);
  }
}
