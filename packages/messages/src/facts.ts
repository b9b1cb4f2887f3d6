import type { CheckFact } from '@checkwell/domain/check/facts';
import { type Formats, NOTHING } from './formats.ts';

/** Who sent a result, without a name, because employers may not read the names of the provider's people. Older results have no sender but `system`. */
const SENDER_KEYS = {
  system: 'checks:eventBy.system',
  doctor: 'checks:eventBy.doctorUnknown',
  planner: 'checks:eventBy.plannerUnknown',
} as const;
type SenderKey = (typeof SENDER_KEYS)[keyof typeof SENDER_KEYS];

/** The text of a sender; a value that is no known sender is returned unchanged. */
export const senderText = (sender: string, translate: (key: SenderKey) => string): string =>
  Object.hasOwn(SENDER_KEYS, sender) ? translate(SENDER_KEYS[sender as keyof typeof SENDER_KEYS]) : sender;

/** Translates the keys that facts use. `enums:gender.Male` stands for the keys of all enumerations. */
export type FactTranslator = (key: 'common:yes' | 'common:no' | SenderKey | 'enums:gender.Male') => string;

/** The value of a fact as text, the same on screens and in documents. */
export function factText(
  fact: CheckFact,
  translate: FactTranslator,
  formats: Pick<Formats, 'number' | 'date' | 'time' | 'dateTime' | 'dateRange' | 'km' | 'minutes' | 'days' | 'percent' | 'money' | 'phone'>,
): string {
  switch (fact.kind) {
    case 'enum':
      // The fact's own type ensures that the value belongs to the label; the type of the key would be every pair of a label and a value.
      return translate(`enums:${fact.label}.${fact.value}` as 'enums:gender.Male');
    case 'yesNo':
      return translate(fact.value ? 'common:yes' : 'common:no');
    case 'sender':
      return senderText(fact.value, translate);
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
