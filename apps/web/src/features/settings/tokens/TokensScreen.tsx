import type { ApiTokenState } from '@checkwell/domain/identity/api-token';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useOpenRow } from '../../../lib/lists/use-open-row.ts';
import { useCan, useCompany, type ViewerCompany } from '../../../lib/session/viewer.ts';
import { StateText, type Tone } from '../../../ui/content/Badge.tsx';
import { Icon } from '../../../ui/content/Icon.tsx';
import { TwoLines } from '../../../ui/content/TwoLines.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { type Column, DataTable, tableStatus } from '../../../ui/lists/DataTable.tsx';
import { ConfirmDialog } from '../../../ui/overlays/Dialog.tsx';
import type { MenuItem } from '../../../ui/overlays/Menu.tsx';
import { NoAccess, SettingsPage } from '../SettingsPage.tsx';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { type ApiTokenRowFragment, RevokeApiTokenDocument } from './tokens.gql.ts';
import { tokensQuery } from './tokens.queries.ts';

/** Tokens with which other programs act for the company. */
export function TokensScreen() {
  const company = useCompany();
  const seesTokens = useCan('apiToken.read');
  if (company && seesTokens) return <Tokens key={company.id} company={company} />;
  return (
    <SettingsPage>
      <NoAccess />
    </SettingsPage>
  );
}

function Tokens({ company }: { readonly company: ViewerCompany }) {
  const t = useTranslations('settings');
  const canWrite = useCan('apiToken.write');
  const query = useQuery(tokensQuery(company.id));
  const rows = query.data?.apiTokens;
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<string>();
  const chosen = useOpenRow(rows, ({ id }) => id, revoking);
  // The dialog shows the failure and stays open.
  const revoke = useGqlChange(RevokeApiTokenDocument, { topics: ['user'], success: t('tokens.revoked'), onError: () => false });
  const rowActions = ({ id, state }: ApiTokenRowFragment): readonly MenuItem[] =>
    state === 'active' ? [{ label: t('tokens.revoke'), icon: 'x', danger: true, onSelect: () => setRevoking(id) }] : [];
  const create = canWrite && (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      {t('tokens.create')}
    </Button>
  );
  return (
    <SettingsPage actions={create}>
      <div className="max-w-3xl text-xs text-muted">
        <p>
          {t('tokens.hint', { company: company.name })} {t('tokens.limits')}
        </p>
        <a
          href="/v1/api/openapi.json"
          target="_blank"
          rel="noreferrer"
          className="mt-1 inline-flex min-h-6 items-center gap-1 text-brand-fg hover:underline"
        >
          {t('tokens.docs')}
          <Icon name="external" size={12} />
        </a>
      </div>
      <DataTable
        caption={t('tokens.title')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        {...(canWrite ? { rowActions } : {})}
        {...tableStatus(query)}
        skeletonRows={3}
        empty={{ icon: 'lock', title: t('tokens.empty'), text: t('tokens.emptyText') }}
      />
      {creating && <CreateTokenDialog companyId={company.id} onClose={() => setCreating(false)} />}
      {chosen && (
        <ConfirmDialog
          open
          danger
          title={t('tokens.revokeTitle', { name: chosen.name })}
          confirmLabel={t('tokens.revoke')}
          onConfirm={() => revoke.mutateAsync({ companyId: company.id, id: chosen.id })}
          onClose={() => setRevoking(undefined)}
        >
          {t('tokens.revokeText')}
        </ConfirmDialog>
      )}
    </SettingsPage>
  );
}

const TONES: Readonly<Record<ApiTokenState, Tone>> = { active: 'success', expired: 'neutral', revoked: 'neutral' };

function useColumns(): readonly Column<ApiTokenRowFragment>[] {
  const t = useTranslations('settings', 'personFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('tokens.column.name'),
      card: 'title',
      cell: ({ name, createdByFullName }) => (
        <TwoLines first={name} second={createdByFullName ? t('tokens.createdBy', { name: createdByFullName }) : t('tokens.formerUser')} />
      ),
    },
    {
      id: 'prefix',
      header: t('tokens.column.prefix'),
      width: '8.5rem',
      cell: ({ prefix }) => <code className="font-mono text-2xs">{prefix}…</code>,
    },
    {
      id: 'accesType',
      header: t('personFields:accesType'),
      width: '8.5rem',
      cell: ({ accesType }) => enums(`accesType.${accesType}`),
    },
    {
      id: 'createdAt',
      header: t('tokens.column.createdAt'),
      width: '7rem',
      priority: 'widest',
      cell: ({ createdAt }) => format.date(new Date(createdAt)),
    },
    {
      id: 'lastUsedAt',
      header: t('tokens.column.lastUsedAt'),
      width: '9rem',
      cell: ({ lastUsedAt }) => (lastUsedAt ? format.relative(lastUsedAt) : t('tokens.neverUsed')),
    },
    {
      id: 'expiresAt',
      header: t('tokens.column.expiresAt'),
      width: '8.5rem',
      cell: ({ expiresAt }) => format.date(new Date(expiresAt)),
    },
    {
      id: 'state',
      header: t('tokens.column.state'),
      width: '6.5rem',
      card: 'badge',
      cell: ({ state }) => <StateText tone={TONES[state]}>{t(`tokens.state.${state}`)}</StateText>,
    },
  ];
}
