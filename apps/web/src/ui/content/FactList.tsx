import type { CheckFact } from '@checkwell/domain/check/facts';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { factText } from '@checkwell/messages/facts';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { EmailAddress } from '../links/EmailAddress.tsx';
import { PhoneLink } from '../links/PhoneLink.tsx';
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
  const t = useTranslations('checkFields');
  return (
    <DescriptionList
      {...(columns && { columns })}
      items={[
        ...facts.map((fact) => ({
          label: fact.key === 'vat' ? t('common:vat', { percent: VAT_PERCENT }) : t(fact.key),
          value: <FactValue fact={fact} />,
          wide: fact.kind === 'lines',
        })),
        ...more,
      ]}
    />
  );
}

function FactValue({ fact }: { fact: CheckFact }): ReactNode {
  const translate = useTranslations('checks', 'enums');
  const text = factText(fact, translate, useFormat());
  switch (fact.kind) {
    case 'phone':
      return fact.value ? <PhoneLink number={fact.value} className="text-brand-fg hover:underline" /> : text;
    case 'lines':
      return <span className="whitespace-pre-line">{text}</span>;
    case 'text':
      return text.includes('@') ? <EmailAddress email={text} /> : text;
    default:
      return text;
  }
}
