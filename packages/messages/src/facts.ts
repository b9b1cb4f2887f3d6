import type { CheckFact } from '@checkwell/domain/check/facts';
import { type Formats, NOTHING } from './formats.ts';

/** The words that facts need; of values of enumerations, one stands for all. */
export type FactWords = (key: 'common:yes' | 'common:no' | 'checks:eventBy.system' | 'enums:gender.Male') => string;

/** The value of a fact as text, the same on screens and in documents. */
export function factText(
  fact: CheckFact,
  words: FactWords,
  formats: Pick<Formats, 'number' | 'date' | 'time' | 'dateTime' | 'dateRange' | 'km' | 'minutes' | 'days' | 'percent' | 'money' | 'phone'>,
): string {
  switch (fact.kind) {
    case 'enum':
      // Label and value come from the same place, which types them; the key's type would be every pair of both.
      return words(`enums:${fact.label}.${fact.value}` as 'enums:gender.Male');
    case 'yesNo':
      return words(fact.value ? 'common:yes' : 'common:no');
    case 'sender':
      return fact.value === 'system' ? words('checks:eventBy.system') : fact.value;
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
