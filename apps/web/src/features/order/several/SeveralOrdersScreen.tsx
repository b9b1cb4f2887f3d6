import { useQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { draftKey } from '../../../lib/forms/draft.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCompany } from '../../../lib/session/viewer.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { EmptyState } from '../../../ui/content/EmptyState.tsx';
import { ErrorState } from '../../../ui/content/ErrorState.tsx';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { certificateQuery, employeeQuery } from '../order.queries.ts';
import { SeveralOrders } from './SeveralOrders.tsx';
import { rowOf } from './several-orders.ts';

const route = getRouteApi('/_app/checks/several');

/** Checks on several certificates, ordered by one press. */
export function SeveralOrdersScreen() {
  const t = useTranslations('order', 'shell');
  const company = useCompany();
  const { certificateIds = [] } = route.useSearch();
  const navigate = route.useNavigate();
  const certificates = useQueries({ queries: certificateIds.map(certificateQuery) });
  const found = certificates.flatMap(({ data }) => data?.certificate ?? []);
  const employees = useQueries({ queries: found.map(({ employeeId }) => employeeQuery(employeeId)) });
  // Loaded certificates stay when loading them again fails, because the orders below use them.
  const failed = [...certificates, ...employees].find(({ isError, data }) => isError && data === undefined);
  const rows = found.flatMap((certificate, index) => {
    const employee = employees[index]?.data?.employee;
    return employee && employee.companyId === company?.id ? [rowOf(certificate, employee)] : [];
  });
  const waiting = [...certificates, ...employees].some(({ data }) => data === undefined);
  const toCertificates = (
    <LinkButton to="/certificates" variant="primary">
      {t('several.toCertificates')}
    </LinkButton>
  );
  return (
    <Page className="max-w-5xl">
      <PageHeader
        title={t('several.title')}
        subtitle={t('several.lead')}
        back={{ to: '/certificates', label: t('shell:nav.certificates') }}
      />
      {failed ? (
        <Card>
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        </Card>
      ) : waiting ? (
        <Card>
          <Skeleton lines={6} height="1.25rem" />
        </Card>
      ) : rows.length > 0 && company ? (
        <SeveralOrders
          key={company.id}
          companyId={company.id}
          initial={rows}
          draft={draftKey({ form: 'several-orders', companyId: company.id })}
          onRemove={(id) =>
            void navigate({
              search: (old) => ({ ...old, certificateIds: old.certificateIds?.filter((one) => one !== id) }),
              replace: true,
              ignoreBlocker: true,
              resetScroll: false,
            })
          }
        />
      ) : (
        <Card>
          <EmptyState icon="fileText" title={t('several.none')} text={t('several.noneText')} action={toCertificates} />
        </Card>
      )}
    </Page>
  );
}
