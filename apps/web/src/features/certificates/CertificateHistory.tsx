import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Card } from '../../ui/content/Card.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Timeline } from '../../ui/content/Timeline.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import { CheckState } from './CheckState.tsx';
import type { CertificateFieldsFragment } from './certificates.gql.ts';
import { historyQuery } from './certificates.queries.ts';

/** The worker's latest certificates, newest first, with the one that is shown marked. */
export function CertificateHistory({ certificate }: { readonly certificate: CertificateFieldsFragment }) {
  const t = useTranslations('certificates');
  const enums = useTranslations('enums');
  const format = useFormat();
  const query = useQuery(historyQuery(certificate.employeeId));
  const page = query.data?.certificates;
  return (
    <Card title={t('detail.history')}>
      {query.isPending && <Skeleton lines={4} height="1.5rem" />}
      {query.isError && !page && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {page && page.nodes.length <= 1 && <p className="text-xs text-muted">{t('detail.historyEmpty')}</p>}
      {page && page.nodes.length > 1 && (
        <div className="flex flex-col gap-3">
          <Timeline
            label={t('detail.history')}
            items={page.nodes.map((row) => {
              const own = row.id === certificate.id;
              const period = format.dateRange(row.startDate, row.endDate);
              const body = `${enums(`certifType.${row.certifType}`)} · ${enums(`incapacityType.${row.incapacityReason}`)}`;
              return {
                id: row.id,
                icon: row.entryType === 'MEDICAL_CERTIFICATE' ? 'fileText' : 'user',
                tone: own ? 'brand' : 'neutral',
                title: own ? (
                  <span aria-current="true">{period}</span>
                ) : (
                  <AppLink to="/certificates/$id" params={{ id: row.id }} className="text-brand-fg hover:underline">
                    {period}
                  </AppLink>
                ),
                time: own ? t('detail.historyThis') : '',
                body: (
                  <>
                    {`${enums(`entryType.${row.entryType}`)} · ${body}`}
                    {!own && row.isCheckRequestLaunched && (
                      <span className="mt-1 block">
                        <CheckState certificate={row} />
                      </span>
                    )}
                  </>
                ),
              };
            })}
          />
          {page.totalCount > page.nodes.length && (
            <AppLink
              to="/certificates"
              search={{ q: certificate.employeeMatricule }}
              className="self-start text-xs text-brand-fg hover:underline"
            >
              {t('detail.historyAll', { count: page.totalCount })}
            </AppLink>
          )}
        </div>
      )}
    </Card>
  );
}
