import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useOpenRow } from '../../lib/lists/use-open-row.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { StateText } from '../../ui/content/Badge.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { TwoLines } from '../../ui/content/TwoLines.tsx';
import { type Column, DataTable, tableStatus } from '../../ui/lists/DataTable.tsx';
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx';
import type { MenuItem } from '../../ui/overlays/Menu.tsx';
import { FlagDialog } from './FlagDialog.tsx';
import { type FlagRowFragment, SetFeatureFlagDocument } from './flags.gql.ts';
import { flagsQuery } from './flags.queries.ts';

interface Open {
  readonly kind: 'edit' | 'switchOff';
  readonly name: FlagRowFragment['name'];
}

/** Which features are on, and for whom; live. */
export function FlagsScreen() {
  const t = useTranslations('flags');
  const canWrite = useCan('flag.write');
  const query = useQuery(flagsQuery);
  const rows = query.data?.featureFlags;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const chosen = useOpenRow(rows, ({ name }) => name, open?.name);
  const columns = useColumns();
  const set = useGqlChange(SetFeatureFlagDocument, {
    topics: ['flag'],
    success: t('common:saved'),
  });
  const switched = ({ name, version, percentage, companies }: FlagRowFragment, enabled: boolean) => ({
    name,
    version,
    input: { enabled, percentage, companies: companies.map(({ companyId, enabled: theirs }) => ({ companyId, enabled: theirs })) },
  });
  const rowActions = (row: FlagRowFragment): readonly MenuItem[] => [
    { label: t('change'), icon: 'edit', onSelect: () => setOpen({ kind: 'edit', name: row.name }) },
    row.enabled
      ? { label: t('switchOff'), icon: 'x', onSelect: () => setOpen({ kind: 'switchOff', name: row.name }) }
      : { label: t('switchOn'), icon: 'check', onSelect: () => set.mutate(switched(row, true)) },
  ];
  return (
    <Page>
      <PageHeader title={t('title')} subtitle={t('hint')} />
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        rowLabel={({ name }) => t(`flag.${name}.title`)}
        {...(canWrite && { rowActions })}
        {...tableStatus(query)}
        skeletonRows={3}
        empty={{ icon: 'zap', title: t('empty'), text: t('emptyText') }}
      />
      {open?.kind === 'edit' && chosen && <FlagDialog key={chosen.name} flag={chosen} onClose={close} />}
      {chosen && (
        <ConfirmDialog
          open={open?.kind === 'switchOff'}
          title={t('switchOffTitle', { feature: t(`flag.${chosen.name}.title`) })}
          confirmLabel={t('switchOff')}
          onConfirm={() => set.mutateAsync(switched(chosen, false))}
          onClose={close}
        >
          {t('switchOffText')}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function useColumns(): readonly Column<FlagRowFragment>[] {
  const t = useTranslations('flags');
  const format = useFormat();
  const audience = useAudience();
  return [
    {
      id: 'feature',
      header: t('column.feature'),
      card: 'title',
      cell: ({ name }) => <TwoLines first={t(`flag.${name}.title`)} second={t(`flag.${name}.text`)} />,
    },
    {
      id: 'state',
      header: t('column.state'),
      width: '8rem',
      card: 'badge',
      cell: ({ enabled }) => <StateText tone={enabled ? 'success' : 'neutral'}>{t(enabled ? 'on' : 'off')}</StateText>,
    },
    { id: 'audience', header: t('column.audience'), width: '26%', cell: audience },
    {
      id: 'changed',
      header: t('column.changed'),
      width: '13rem',
      priority: 'wide',
      cell: ({ updatedAt, updatedBy }) =>
        updatedAt === null ? (
          <span className="text-muted">{t('neverChanged')}</span>
        ) : (
          <TwoLines first={format.dateTime(updatedAt)} second={updatedBy ?? ''} />
        ),
    },
  ];
}

/** Describes for whom a flag is on: the share first, then the companies with an answer of their own. */
function useAudience(): (flag: FlagRowFragment) => string {
  const t = useTranslations('flags');
  return ({ enabled, percentage, companies }) => {
    if (!enabled) return t('audience.nobody');
    const share =
      percentage === 100 ? t('audience.everybody') : percentage === 0 ? t('audience.named') : t('audience.share', { percentage });
    const [on, off] = [true, false].map((wanted) => companies.filter((company) => company.enabled === wanted).length);
    return [share, on ? t('audience.on', { count: on }) : '', off ? t('audience.off', { count: off }) : ''].filter(Boolean).join(' · ');
  };
}
