import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useIdempotencyKey } from '../../lib/api/idempotency.ts';
import { clearDraft, type DraftKey, draftKey, readDraft } from '../../lib/forms/draft.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { SuperiorName } from '../../lib/records/superiors.ts';
import { useSuperior } from '../../lib/session/profile.ts';
import { session } from '../../lib/session/session.ts';
import { useCompanyOf } from '../../lib/session/use-company-of.ts';
import { useCompany, useViewer } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { OrderStepper } from './OrderStepper.tsx';
import { OrderSuccess } from './OrderSuccess.tsx';
import type { OrderCertificateQuery, OrderCheckMutation, OrderEmployeeFragment, OrderParentCheckQuery } from './order.gql.ts';
import { certificateQuery, employeeQuery, parentCheckQuery } from './order.queries.ts';
import { emptyDraft, isBlank, isFree, type OrderDraft, parseDraft, startFrom } from './order-draft.ts';
import type { StepId } from './order-search.ts';

const route = getRouteApi('/_app/checks/new');

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the check that was just ordered. */
    orderedCheckId?: string;
  }
}

/** New check (specification, section 2). Another company or another starting point is another order. */
export function OrderScreen() {
  const { certificateId, employeeId, parentCheckId } = route.useSearch();
  const company = useCompany();
  const start = useStart();
  useCompanyOf(start.employee?.companyId);
  return <NewCheck key={[company?.id, certificateId, employeeId, parentCheckId].join()} start={start} />;
}

function NewCheck({ start }: { readonly start: Start }) {
  const t = useTranslations('order');
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const step = search.step ?? firstStep(search);
  const viewer = useViewer();
  const company = useCompany();
  const superior = useSuperior();
  const key = draftKey({ form: 'order', companyId: company?.id ?? null });
  const attempt = useIdempotencyKey(key);

  const [stored, setStored] = useState(() => readStored(key));
  const [resumed, setResumed] = useState<OrderDraft | null>(null);
  const [ordered, setOrdered] = useState<OrderCheckMutation['orderCheck'] | null>(null);
  const { history, latestLocation } = useRouter();
  // A user who comes back to an order that was sent wants to see the check.
  const [earlier] = useState(latestLocation.state.orderedCheckId);
  // After sending, "back" skips the steps of the form and leads to where the order began.
  useEffect(
    () =>
      ordered
        ? history.subscribe(({ action, location }) => {
            if (action.type === 'BACK' && location.pathname === '/checks/new') history.back();
          })
        : undefined,
    [ordered, history],
  );

  const handleContinue = (draft: OrderDraft) => {
    setStored(null);
    setResumed(draft);
    void navigate({ search: (old) => ({ ...old, step: draft.step }), replace: true });
  };
  const handleRestart = () => {
    clearDraft(key);
    attempt.renew();
    setStored(null);
    void navigate({ search: (old) => ({ ...old, step: undefined }), replace: true });
  };
  const handleOrdered = (check: OrderCheckMutation['orderCheck']) => {
    clearDraft(key);
    attempt.renew();
    setOrdered(check);
    // The address is the check's from now on: loaded again, it does not offer the same order again.
    void navigate({
      search: (old) => old,
      state: { orderedCheckId: check.id },
      replace: true,
      mask: { to: '/checks/$id', params: { id: check.id }, search: {}, unmaskOnReload: true },
    });
  };
  const handleAnother = () => {
    setResumed(null);
    setOrdered(null);
    void navigate({ search: {}, replace: true });
  };

  const fresh = () =>
    startFrom(emptyDraft({ companyId: company?.id ?? null, companyName: company?.name ?? '', origin: start.origin }), start);
  const ownSuperior: SuperiorName | null =
    superior?.id !== undefined && superior.companyId === company?.id
      ? { id: superior.id, superiorFullName: `${superior.firstName} ${superior.lastName}`, email: superior.email }
      : null;

  if (earlier) return <Navigate to="/checks/$id" params={{ id: earlier }} replace />;
  return (
    <Page className="max-w-5xl">
      <PageHeader
        title={t('title')}
        subtitle={viewer.companies.length > 1 && company ? t('forCompany', { company: company.name }) : undefined}
      />
      {ordered ? (
        <OrderSuccess check={ordered} onAnother={handleAnother} />
      ) : company && start.employee && start.employee.companyId !== company.id ? (
        <OtherCompany employee={start.employee} current={company.name} />
      ) : stored ? (
        <DraftOffer draft={stored} onContinue={() => handleContinue(stored)} onRestart={handleRestart} />
      ) : start.failed ? (
        <Card>
          <ErrorState error={start.failed.error} onRetry={start.failed.retry} />
        </Card>
      ) : start.waiting ? (
        <Card>
          <Skeleton lines={6} height="1.25rem" />
        </Card>
      ) : (
        <>
          <StartNote start={start} isContinued={resumed !== null} />
          <OrderStepper
            key={resumed ? 'resumed' : 'fresh'}
            initial={resumed ?? fresh()}
            draftKey={key}
            resumed={resumed !== null}
            wanted={step}
            choosesCompany={company === undefined}
            ownSuperior={ownSuperior}
            attempt={attempt}
            onOrdered={handleOrdered}
          />
        </>
      )}
    </Page>
  );
}

/** The records that the address names, as far as they are loaded. */
interface Start {
  readonly origin: OrderDraft['origin'];
  readonly certificate: OrderCertificateQuery['certificate'] | undefined;
  readonly employee: OrderEmployeeFragment | undefined;
  readonly parent: WithWorker<OrderParentCheckQuery['check']> | undefined;
  readonly waiting: boolean;
  readonly failed: { readonly error: Error | null; readonly retry: () => void } | null;
}

/** Asks for the check, certificate and employee that the address names; a check and a certificate name their employee. */
function useStart(): Start {
  const search = route.useSearch();
  const parent = useQuery({ ...parentCheckQuery(search.parentCheckId ?? ''), enabled: search.parentCheckId !== undefined });
  const certificateId = search.certificateId ?? parent.data?.check.certificateId ?? undefined;
  const certificate = useQuery({ ...certificateQuery(certificateId ?? ''), enabled: certificateId !== undefined });
  const employeeId =
    certificateId === undefined
      ? (search.employeeId ?? parent.data?.check.employeeId ?? undefined)
      : certificate.data?.certificate.employeeId;
  const employee = useQuery({ ...employeeQuery(employeeId ?? ''), enabled: employeeId !== undefined });
  const failed = [parent, certificate, employee].find(({ isError }) => isError);
  return {
    origin: { certificateId: certificateId ?? null, employeeId: search.employeeId ?? null },
    certificate: certificate.data?.certificate,
    employee: employee.data?.employee,
    parent: parent.data?.check,
    waiting:
      (search.parentCheckId !== undefined && !parent.data) ||
      (certificateId !== undefined && !certificate.data) ||
      (employeeId !== undefined && !employee.data),
    failed: failed ? { error: failed.error, retry: () => void failed.refetch() } : null,
  };
}

/** The first step to show: a known worker is not asked for again, and the stepper returns to that step if something is missing. */
const firstStep = ({ certificateId, employeeId, parentCheckId }: ReturnType<typeof route.useSearch>): StepId =>
  (certificateId ?? employeeId ?? parentCheckId) === undefined ? 'worker' : 'incapacity';

/** The draft of an earlier visit in this tab, unless it is empty. */
function readStored(key: DraftKey): OrderDraft | null {
  const draft = readDraft(key, parseDraft);
  const isOwn = key.companyId === null || draft?.companyId === key.companyId;
  return draft && isOwn && !isBlank(draft) ? draft : null;
}

/** Says that another tab has changed the company, because an order is only for the company that the screens name. */
function OtherCompany({ employee, current }: { readonly employee: OrderEmployeeFragment; readonly current: string }) {
  const t = useTranslations('order');
  const company = employee.employeeCompanyName;
  return (
    <Alert
      tone="warning"
      action={
        <Button size="xs" onClick={() => session.setCompanyId(employee.companyId)}>
          {t('otherCompany.switch', { company })}
        </Button>
      }
    >
      {t('otherCompany.text', { company, current })}
    </Alert>
  );
}

interface StartNoteProps {
  readonly start: Start;
  /** Whether the order is an earlier draft, which may be for another worker. */
  readonly isContinued: boolean;
}

/** Notes on the check or the certificate that the page was opened for. */
function StartNote({ start: { parent, certificate }, isContinued }: StartNoteProps) {
  const t = useTranslations('order');
  if (isContinued) return null;
  if (parent) return <SecondCheckNote check={parent} />;
  if (!certificate || isFree(certificate)) return null;
  return (
    <Alert
      tone="warning"
      title={t('launched.title')}
      action={
        <LinkButton to="/checks" size="xs">
          {t('launched.show')}
        </LinkButton>
      }
    >
      {t('launched.text')}
    </Alert>
  );
}

/** Says which earlier check this one follows. */
function SecondCheckNote({ check: { id, checkDate, archivedAt } }: { check: OrderParentCheckQuery['check'] }) {
  const t = useTranslations('order');
  const format = useFormat();
  const day = checkDate ?? (archivedAt === null ? null : new Date(archivedAt));
  return (
    <Alert
      tone="info"
      action={
        <LinkButton to="/reports/$id" params={{ id }} size="xs">
          {t('second.show')}
        </LinkButton>
      }
    >
      {t('second.text', { date: format.date(day) })}
    </Alert>
  );
}

function DraftOffer({ draft, onContinue, onRestart }: { draft: OrderDraft; onContinue: () => void; onRestart: () => void }) {
  const t = useTranslations('order');
  const name = `${draft.worker.workerFirstName} ${draft.worker.workerLastName}`.trim();
  return (
    <Card title={t('common:draft.title')}>
      <p className="text-xs">{name ? t('draft.text', { name }) : t('draft.textUnnamed')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="md" variant="primary" onClick={onContinue}>
          {t('common:draft.continue')}
        </Button>
        <Button size="md" onClick={onRestart}>
          {t('common:draft.restart')}
        </Button>
      </div>
    </Card>
  );
}
