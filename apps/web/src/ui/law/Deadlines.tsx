import type { DeadlineCode, DeadlineReader, DeadlineSentence } from '@checkwell/domain/check/deadlines/deadlines';
import type { LawAct } from '@checkwell/domain/law/dated';
import { AVAILABILITY_BASES } from '@checkwell/domain/people/work-rules';
import { deadlineValues } from '@checkwell/messages/deadlines';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { sentenceOf } from '../../lib/i18n/sentence.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Card } from '../content/Card.tsx';
import { DeadlineLine } from './DeadlineLine.tsx';
import { LawLink } from './LawLink.tsx';

/** A deadline as the API sends it (the shared fragment `CheckDeadlines`). */
export interface ShownDeadline {
  readonly code: DeadlineCode;
  readonly reader: DeadlineReader;
  readonly params: readonly { readonly name: string; readonly value: string }[];
  readonly lastDay: string | null;
  readonly isOver: boolean;
  readonly source: { readonly act: LawAct; readonly article: string; readonly address: string };
}

interface DeadlinesProps {
  readonly deadlines: readonly ShownDeadline[];
  /** Deadlines that the page shows elsewhere. */
  readonly without?: readonly DeadlineCode[];
}

/** Legal deadlines that concern the viewer, each with its last day and its source behind "Why?". Empty without any. */
export function Deadlines({ deadlines, without = [] }: DeadlinesProps) {
  const t = useTranslations('deadlines', 'enums');
  const shown = deadlines.filter(({ code }) => !without.includes(code));
  if (shown.length === 0) return null;
  return (
    <Card title={t('title')} hint={t('hint')}>
      <ul className="flex flex-col gap-4">
        {shown.map((deadline) => (
          <Item key={deadline.code} deadline={deadline} />
        ))}
      </ul>
    </Card>
  );
}

function Item({ deadline: { code, reader, params, lastDay, isOver, source } }: { readonly deadline: ShownDeadline }) {
  const t = useTranslations('deadlines', 'enums');
  const format = useFormat();
  const language = useLanguage();
  const raw = Object.fromEntries(params.map(({ name, value }) => [name, value]));
  const basis = AVAILABILITY_BASES.find((value) => value === raw.basis);
  const values = { ...deadlineValues(code, raw, language), ...(basis && { basis: t(`enums:availabilityBasis.${basis}`) }) };
  // The server sends only codes for this reader, so the pair is in the table.
  const key = `${reader}.${code}` as DeadlineSentence;
  return (
    <DeadlineLine
      className="text-xs"
      sentence={sentenceOf(`deadlines:${key}`, values)}
      isOver={isOver}
      term={lastDay && (isOver ? t('over', { date: format.date(lastDay) }) : t('until', { date: format.weekday(lastDay) }))}
      why={t('why')}
    >
      <LawLink source={source} className="inline-block py-1" />
    </DeadlineLine>
  );
}
