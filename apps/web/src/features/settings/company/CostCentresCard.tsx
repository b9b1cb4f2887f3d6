import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useOpenRow } from '../../../lib/lists/use-open-row.ts';
import { StateText } from '../../../ui/content/Badge.tsx';
import { Section } from '../../../ui/content/Card.tsx';
import { TwoLines } from '../../../ui/content/TwoLines.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { type Column, DataTable, tableStatus } from '../../../ui/lists/DataTable.tsx';
import { ConfirmDialog } from '../../../ui/overlays/Dialog.tsx';
import type { MenuItem } from '../../../ui/overlays/Menu.tsx';
import { CostCentreDialog } from './CostCentreDialog.tsx';
import { type CostCentreRowFragment, UpdateCostCentreDocument } from './company.gql.ts';
import { costCentresQuery } from './company.queries.ts';

type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'deactivate'; readonly id: string };

/** Departments whose checks are followed separately; an employee's `subEmployee` names one. */
export function CostCentresCard({ companyId, canWrite }: { readonly companyId: string; readonly canWrite: boolean }) {
  const t = useTranslations('settings');
  const query = useQuery(costCentresQuery(companyId));
  const rows = query.data?.costCentres;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const chosen = useOpenRow(rows, ({ id }) => id, open && open.kind !== 'add' ? open.id : undefined);
  const update = useGqlChange(UpdateCostCentreDocument, {
    topics: ['company'],
    success: t('common:saved'),
  });
  const changeOf = ({ id, version, code, name, purchaseOrder }: CostCentreRowFragment, active: boolean) => ({
    companyId,
    id,
    version,
    input: { code, name, active, purchaseOrder },
  });
  const rowActions = (row: CostCentreRowFragment): readonly MenuItem[] => [
    { label: t('common:edit'), icon: 'edit', onSelect: () => setOpen({ kind: 'edit', id: row.id }) },
    row.active
      ? { label: t('costCentres.deactivate'), icon: 'x', onSelect: () => setOpen({ kind: 'deactivate', id: row.id }) }
      : { label: t('costCentres.activate'), icon: 'check', onSelect: () => update.mutate(changeOf(row, true)) },
  ];
  const add = canWrite && (
    <Button icon="plus" onClick={() => setOpen({ kind: 'add' })}>
      {t('costCentres.add')}
    </Button>
  );
  return (
    <Section
      title={t('costCentres.title')}
      // Leaves space for the button beside it.
      hint={<span className="block max-w-xl">{t('costCentres.hint')}</span>}
      actions={rows && rows.length > 0 && add}
    >
      <DataTable
        caption={t('costCentres.title')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ code }) => code}
        {...(canWrite ? { rowActions } : {})}
        {...tableStatus(query)}
        skeletonRows={3}
        empty={{ icon: 'briefcase', title: t('costCentres.empty'), ...(canWrite && { text: t('costCentres.emptyText') }), action: add }}
      />
      {open?.kind === 'add' && <CostCentreDialog companyId={companyId} costCentre={null} onClose={close} />}
      {open?.kind === 'edit' && chosen && <CostCentreDialog key={chosen.id} companyId={companyId} costCentre={chosen} onClose={close} />}
      {chosen && (
        <ConfirmDialog
          open={open?.kind === 'deactivate'}
          title={t('costCentres.deactivateTitle', { code: chosen.code })}
          confirmLabel={t('costCentres.deactivate')}
          onConfirm={() => update.mutateAsync(changeOf(chosen, false))}
          onClose={close}
        >
          {t('costCentres.deactivateText', { count: chosen.employeeCount })}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function useColumns(): readonly Column<CostCentreRowFragment>[] {
  const t = useTranslations('settings');
  const format = useFormat();
  return [
    { id: 'code', header: t('costCentres.code'), width: '24%', card: 'title', cell: ({ code }) => code },
    {
      id: 'name',
      header: t('costCentres.name'),
      cell: ({ name, purchaseOrder }) => (
        <TwoLines first={name} second={purchaseOrder && t('costCentres.purchaseOrder', { number: purchaseOrder })} />
      ),
    },
    {
      id: 'employeeCount',
      header: t('costCentres.employeeCount'),
      width: '7rem',
      align: 'end',
      cell: ({ employeeCount }) => format.number(employeeCount),
    },
    {
      id: 'active',
      header: t('costCentres.state'),
      width: '8rem',
      card: 'badge',
      cell: ({ active }) => (
        <StateText tone={active ? 'success' : 'neutral'}>{t(active ? 'costCentres.active' : 'costCentres.inactive')}</StateText>
      ),
    },
  ];
}
