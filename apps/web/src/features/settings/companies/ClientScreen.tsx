import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useKnownTitle } from '../../../lib/records/known-title.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CompanyFacts } from '../company/CompanyFacts.tsx';
import { companyQuery } from '../company/company.queries.ts';
import { InvoicesCard } from '../company/InvoicesCard.tsx';
import { ClientChecks } from './ClientChecks.tsx';
import { ClientUsers } from './ClientUsers.tsx';
import { clientUsersQuery } from './companies.queries.ts';
import { EditClientDialog } from './EditClientDialog.tsx';
import { ForProvider } from './ForProvider.tsx';

const route = getRouteApi('/_app/companies/$id');

/** One company for the provider's team: its checks, its rules about absences, and contacts. */
export function ClientScreen() {
  const { id } = route.useParams();
  return (
    <ForProvider>
      <Client key={id} id={id} />
    </ForProvider>
  );
}

function Client({ id }: { readonly id: string }) {
  const t = useTranslations('companies');
  const query = useQuery(companyQuery(id));
  const { data: people } = useQuery(clientUsersQuery(id));
  const [editing, setEditing] = useState(false);
  const company = query.data?.company;
  const known = useKnownTitle('company', id, query);
  const users = people?.users;
  return (
    <Page>
      <PageHeader
        back={{ to: '/companies', label: t('title') }}
        title={company?.name ?? known ?? t('detail.title')}
        actions={
          company && (
            <Button icon="edit" onClick={() => setEditing(true)}>
              {t('edit.action')}
            </Button>
          )
        }
        subtitle={users && t(users.totalCountCapped ? 'common:count.usersCapped' : 'common:count.users', { count: users.totalCount })}
      />
      {company ? (
        <>
          {company.invoicingEmail === null && (
            <Alert
              tone="warning"
              title={t('noAddress.mark')}
              action={
                <Button size="xs" onClick={() => setEditing(true)}>
                  {t('edit.action')}
                </Button>
              }
            >
              {t('noAddress.company')}
            </Alert>
          )}
          <div className="grid gap-5 lg:grid-cols-2">
            <CompanyFacts company={company} />
          </div>
          <ClientUsers companyId={id} />
          <ClientChecks companyId={id} />
          <InvoicesCard companyId={id} />
          {editing && <EditClientDialog company={company} onClose={() => setEditing(false)} />}
        </>
      ) : (
        <Card title={t('detail.title')}>
          <QueryState query={query} lines={8} height="1.25rem" />
        </Card>
      )}
    </Page>
  );
}
