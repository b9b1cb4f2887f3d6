import type { CheckFact } from '@checkwell/domain/check/facts';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { factText } from '@checkwell/messages/facts';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useWords } from '../../lib/i18n/words.ts';
import { type Description, DescriptionList } from './DescriptionList.tsx';

/** Facts of a check (domain/check/facts.ts) with their labels. */
export function FactList({
  facts,
  columns,
  more = [],
}: {
  facts: readonly CheckFact[];
  columns?: 1 | 2 | 3;
  more?: readonly Description[];
}) {
  const t = useWords('checks');
  return (
    <DescriptionList
      {...(columns && { columns })}
      items={[
        ...facts.map((fact) => ({
          label: fact.key === 'vat' ? t('common:vat', { percent: VAT_PERCENT }) : t(`field.${fact.key}`),
          value: <FactValue fact={fact} />,
          wide: fact.kind === 'lines',
        })),
        ...more,
      ]}
    />
  );
}

function FactValue({ fact }: { fact: CheckFact }): ReactNode {
  const checks = useWords('checks');
  const enums = useWords('enums');
  const format = useFormat();
  switch (fact.kind) {
    case 'enum':
      // Label and value come from the same place, which types them; the key's type would be every pair of both.
      return enums(`${fact.label}.${fact.value}` as 'gender.Male');
    case 'yesNo':
      return checks(fact.value ? 'common:yes' : 'common:no');
    case 'sender':
      return fact.value === 'system' ? checks('eventBy.system') : fact.value;
    case 'phone':
      return fact.value ? (
        <a href={`tel:${fact.value}`} className="text-brand-fg hover:underline">
          {factText(fact, format)}
        </a>
      ) : (
        factText(fact, format)
      );
    case 'lines':
      return <span className="whitespace-pre-line">{factText(fact, format)}</span>;
    default:
      return factText(fact, format);
  }
}
