import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient } from '../../lib/api/query.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { Logo } from '../../ui/content/Logo.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { LazyPart, lazy } from '../../ui/overlays/lazy.tsx';
import { AddressForm } from './AddressForm.tsx';
import { CertificateForm } from './CertificateForm.tsx';
import { Disagreement } from './Disagreement.tsx';
import { EmployeeAnswers } from './EmployeeAnswers.tsx';
import { AboutData, Appointment, Deadlines, Evidence, Findings, RequestedBy, Rights } from './EmployeeFacts.tsx';
import { employeePageKey, fetchEmployeePage } from './employee-page.calls.ts';
import { MoveForm } from './MoveForm.tsx';
import { useOpening } from './use-opening.ts';
import { PAGE_LANGUAGES, type PageTranslation, usePageTranslation } from './use-page-translation.ts';

/** In a chunk of its own, because most visits come before travel costs can be claimed. */
const TRAVEL = lazy(async () => (await import('./TravelCard.tsx')).TravelCard);

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
const isThrottled = (error: unknown): boolean => error instanceof ApiError && error.code === 'auth.tooManyAttempts';

/** The page behind the link in an employee's message: without account, in four languages. */
export function EmployeePageScreen({ token }: { readonly token: string }) {
  const query = useQuery({ queryKey: employeePageKey(token), queryFn: ({ signal }) => fetchEmployeePage(token, signal) }, queryClient);
  const page = query.data;
  const translation = usePageTranslation(page);
  const { t } = translation;
  const [changed, setChanged] = useState(false);
  useOpening(token, page?.appointment ?? null);
  if (isUnknown(query.error)) {
    return (
      <Frame translation={translation}>
        <Card>
          <EmptyState icon="link" pageHeading title={t('unknown.title')} text={t('unknown.text')} />
        </Card>
      </Frame>
    );
  }
  if (!page) {
    return (
      <Frame translation={translation}>
        {query.isError ? (
          <Alert
            tone="danger"
            action={
              <Button size="sm" onClick={() => void query.refetch()}>
                {t('error.retry')}
              </Button>
            }
          >
            {t(isThrottled(query.error) ? 'error.many' : 'error.load')}
          </Alert>
        ) : (
          <p role="status" className="text-sm text-muted">
            {t('loading')}
          </p>
        )}
      </Frame>
    );
  }
  return (
    <Frame translation={translation}>
      <Heading page={page} translation={translation} />
      {changed && (
        <Alert tone="warning" live>
          {t('error.changed')}
        </Alert>
      )}
      <State page={page} translation={translation} />
      <Appointment page={page} translation={translation} />
      <EmployeeAnswers token={token} page={page} translation={translation} onChanged={setChanged} />
      <MoveForm token={token} page={page} translation={translation} onChanged={setChanged} />
      {/* The address does not matter for somebody who is in hospital or at work. */}
      {(page.reported === null || page.reported === 'WorkerAbroad') && <AddressForm token={token} page={page} translation={translation} />}
      <Findings page={page} translation={translation}>
        <Disagreement token={token} page={page} translation={translation} />
      </Findings>
      {page.travel !== null && <LazyPart part={TRAVEL} props={{ token, page, translation }} fallback={<Skeleton height="10rem" />} />}
      <CertificateForm token={token} page={page} translation={translation} />
      <Deadlines page={page} translation={translation} />
      <Evidence token={token} page={page} translation={translation} />
      <RequestedBy page={page} translation={translation} />
      <Rights page={page} translation={translation} />
      <AboutData page={page} translation={translation} />
    </Frame>
  );
}

function Frame({
  translation: { t, language, choose },
  children,
}: {
  readonly translation: PageTranslation;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-14 w-full max-w-2xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
          <Logo size={26} />
          <SegmentedControl
            label={t('language')}
            size="xs"
            value={language}
            onChange={choose}
            options={PAGE_LANGUAGES.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-4 px-4 py-5">{children}</main>
    </div>
  );
}

function Heading({ page, translation: { t } }: { readonly page: EmployeePage; readonly translation: PageTranslation }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(page);
  // After an answer the pressed button is gone, so the focus moves to the top.
  useEffect(() => {
    if (page !== first.current) heading.current?.focus();
  }, [page]);
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight text-fg">
        {t(`heading.${page.state}`)}
      </h1>
      <p className="mt-1 text-sm text-pretty text-muted">{t('lead', { company: page.companyName, provider: page.provider.name })}</p>
    </div>
  );
}

function State({ page, translation: { t, format } }: { readonly page: EmployeePage; readonly translation: PageTranslation }) {
  const phone = format.phone(page.provider.phoneNumber);
  if (page.reported !== null) {
    return (
      <Alert tone="info" title={t(`report.done.${page.reported}`)} live>
        {t('report.next', { phone })}
      </Alert>
    );
  }
  if (page.excuse !== null) {
    const { reason, on } = page.excuse;
    return <Alert tone="info">{t('state.excused', { reason: t(`excuse.${reason}`), day: format.dateLong(on) })}</Alert>;
  }
  switch (page.state) {
    case 'Begun':
    case 'NotExamined':
      return <Alert tone="warning">{t(`state.${page.state}`, { phone })}</Alert>;
    case 'Unsettled':
    case 'Cancelled':
      return <Alert tone="info">{t(`state.${page.state}`)}</Alert>;
    default:
      return null;
  }
}
