import { daysOf } from '@checkwell/domain/dashboard/period';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../lib/api/http.ts';
import { today } from '../../lib/browser/time.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { useFlag } from '../../lib/flags/flags.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { useCan, useCompany, useViewer } from '../../lib/session/viewer.ts';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { LazyDialog, lazy } from '../../ui/overlays/lazy.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { AbsenceOverview } from './AbsenceOverview.tsx';
import './charts/charts.css';
import { DashboardFilters } from './DashboardFilters.tsx';
import type { DashboardQuery } from './dashboard.gql.ts';
import { dashboardQuery } from './dashboard.queries.ts';
import { ALL_COMPANIES, type DashboardSearch, daysError, filterOf } from './dashboard-search.ts';
import { OperationsOverview } from './OperationsOverview.tsx';
import { ThisMonth } from './ThisMonth.tsx';
import { useFigureTexts } from './use-figure-texts.ts';
import { VolumeOverview } from './VolumeOverview.tsx';

const SEND = lazy(async () => (await import('./SendDialog.tsx')).SendDialog);
const route = getRouteApi('/_app/dashboard/');

/** Check volume, absenteeism and operations of a company, for a period and a superior (specification, sections 2 and 9). */
export function DashboardScreen() {
  const t = useTranslations('dashboard');
  const messageText = useMessageText();
  const texts = useFigureTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const viewer = useViewer();
  const current = useCompany();
  const filter = filterOf(search, current?.id);
  const periodError = daysError(search);
  const query = useQuery(dashboardQuery(search, current?.id));
  const dashboard = query.data?.dashboard;
  const company = viewer.companies.find(({ id }) => id === filter.companyId);
  const handleSearch = (change: Partial<DashboardSearch>) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true });

  // A company chosen in the sidebar replaces the one in the dashboard's address.
  const shown = useRef(current?.id);
  useEffect(() => {
    if (shown.current === current?.id) return;
    shown.current = current?.id;
    if (search.companyId !== undefined && search.companyId !== current?.id)
      void navigate({ search: ({ companyId: _company, superiorId: _superior, ...rest }) => rest, replace: true });
  }, [current?.id, search.companyId, navigate]);

  const subtitle = [
    search.companyId === ALL_COMPANIES ? t('allCompanies') : company?.name,
    dashboard?.superiorFullName,
    periodError === null && texts.period(dashboard?.period ?? daysOf(filter, today())),
    company?.accesType === 'basic' ? t('ownScope') : undefined,
  ];
  const nothing = dashboard?.figures.every(({ n }) => n === 0);
  const showsMonth = periodError === null && !query.isError && (dashboard === undefined || hasFigures(dashboard.thisMonth));
  return (
    <Page className="print:gap-3 print:p-0">
      <div data-report className="contents">
        <PageHeader
          title={t('title')}
          subtitle={subtitle.filter(Boolean).join(' · ')}
          actions={<Actions search={search} superiorFullName={dashboard?.superiorFullName} disabled={periodError !== null} />}
        />
        {showsMonth && <ThisMonth dashboard={dashboard} search={search} />}
        <DashboardFilters search={search} onSearch={handleSearch} superiorFullName={dashboard?.superiorFullName} />
        {query.isError && !dashboard ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : periodError !== null && !dashboard ? (
          <EmptyState icon="calendar" title={messageText(`validation:${periodError}`)} />
        ) : nothing ? (
          <EmptyState
            icon="chart"
            title={t('empty')}
            text={t('emptyText')}
            action={
              <LinkButton to="/checks/new" variant="primary">
                {t('emptyAction')}
              </LinkButton>
            }
          />
        ) : (
          <div
            aria-busy={query.isFetching && query.isPlaceholderData}
            className="flex flex-col gap-8 transition-opacity aria-busy:opacity-60 print:gap-4"
          >
            <VolumeOverview dashboard={dashboard} search={search} />
            <AbsenceOverview dashboard={dashboard} search={search} />
            <OperationsOverview dashboard={dashboard} search={search} />
          </div>
        )}
      </div>
    </Page>
  );
}

/** Whether there are figures to show: a company without checks has none. */
const hasFigures = ({ figures, before }: DashboardQuery['dashboard']['thisMonth']): boolean =>
  [...figures, ...before.figures].some(({ n }) => n > 0);

interface ActionsProps {
  search: DashboardSearch;
  /** Of the superior in the address. */
  superiorFullName: string | null | undefined;
  disabled: boolean;
}

/** Buttons that download, print or mail the dashboard. */
function Actions({ search, superiorFullName, disabled }: ActionsProps) {
  const t = useTranslations('dashboard');
  const language = useLanguage();
  const current = useCompany();
  const [sending, setSending] = useState(false);
  const [busy, setBusy] = useState(false);
  const may = useCan('dashboard.export');
  const byMail = useFlag('dashboardMail');
  if (!may) return null;
  const download = async (format: 'pdf' | 'xlsx'): Promise<void> => {
    setBusy(true);
    try {
      await saveFile(`/v1/api/exports/dashboard.${format}`, {
        query: { ...filterOf(search, current?.id), language },
        fallbackName: `checkwell-dashboard.${format}`,
      });
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  };
  return (
    <div data-screen-only className="flex flex-wrap gap-2">
      <Menu
        label={t('action.download')}
        items={[
          { label: t('action.pdf'), icon: 'fileText', onSelect: () => void download('pdf') },
          { label: t('action.xlsx'), icon: 'list', onSelect: () => void download('xlsx') },
          { separator: true },
          { label: t('action.print'), icon: 'file', onSelect: () => print() },
        ]}
        trigger={(props) => (
          <Button {...props} icon="download" iconEnd="chevronDown" loading={busy} disabled={disabled}>
            {t('action.download')}
          </Button>
        )}
      />
      {byMail && (
        <Button icon="send" disabled={disabled} onClick={() => setSending(true)}>
          {t('action.send')}
        </Button>
      )}
      {sending && <LazyDialog dialog={SEND} props={{ search, superiorFullName, onClose: () => setSending(false) }} />}
    </div>
  );
}
