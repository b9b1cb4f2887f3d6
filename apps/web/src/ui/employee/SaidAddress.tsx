import type { ReactNode } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../content/Alert.tsx';
import { Card } from '../content/Card.tsx';
import { DescriptionList } from '../content/DescriptionList.tsx';

/** As the API sends it (`SaidAddress`). */
export interface ShownAddress {
  readonly address: string;
  readonly bell: string;
  readonly doorCode: string;
  readonly saidAt: string;
  readonly otherPlace: boolean;
  readonly reviewedAt: string | null;
}

interface SaidAddressProps {
  readonly said: ShownAddress | null;
  readonly reader: 'planner' | 'doctor';
  /** Buttons for planners. */
  readonly children?: ReactNode;
}

/** The address and directions that the employee reported, with the time; empty without any. */
export function SaidAddress({ said, reader, children }: SaidAddressProps) {
  const t = useTranslations('saidAddress');
  const format = useFormat();
  if (said === null) return null;
  const { address, bell, doorCode, saidAt, otherPlace, reviewedAt } = said;
  const items = [
    { label: t('address'), value: address, wide: true },
    { label: t('bell'), value: bell },
    { label: t('doorCode'), value: doorCode },
  ].filter(({ value }) => value !== '');
  if (items.length === 0) return null;
  return (
    <Card title={t('title')}>
      {otherPlace && reviewedAt === null && (
        <Alert tone="warning" title={t('other')} className="mb-3">
          {t(reader)}
          {children}
        </Alert>
      )}
      <DescriptionList items={items} />
      <p className="mt-3 text-xs text-muted">{t('said', { moment: format.momentLong(saidAt) })}</p>
      {reviewedAt !== null && <p className="mt-1 text-xs text-muted">{t('dealt', { moment: format.momentLong(reviewedAt) })}</p>}
    </Card>
  );
}
