import type { FieldIssue } from '@checkwell/domain/errors';
import { pick } from '@checkwell/domain/pick';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorReference, errorText } from '../../lib/api/errors.ts';
import { mayHaveArrived } from '../../lib/api/idempotency.ts';
import { useGqlChange } from '../../lib/api/query.ts';
import { useMedia } from '../../lib/browser/use-media.ts';
import { settledLocation } from '../../lib/forms/check-draft.ts';
import { type DraftKey, writeDraft } from '../../lib/forms/draft.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import type { SuperiorName } from '../../lib/records/superiors.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { useUploads } from '../../ui/documents/use-uploads.ts';
import { STEP_FORM } from '../../ui/forms/StepBody.tsx';
import { NextStep, PreviousStep, StepperLayout } from '../../ui/forms/Stepper.tsx';
import { LeaveGuard } from '../../ui/overlays/LeaveGuard.tsx';
import { LazyPart } from '../../ui/overlays/lazy.tsx';
import { OrderCheckDocument, type OrderCheckMutation } from './order.gql.ts';
import { uploadDocument } from './order.queries.ts';
import {
  type DraftDocument,
  firstStepOf,
  forAnotherWorker,
  fulfilled,
  issuesOfRefusal,
  type OrderDraft,
  parseOrder,
  sameContent,
  stepOf,
  withCertificate,
  withoutCertificate,
} from './order-draft.ts';
import { STEPS, type StepId } from './order-search.ts';
import { ForecastPanel, OrderTotal } from './steps/ForecastPanel.tsx';
import { INCAPACITY_STEP, prepareIncapacityStep } from './steps/incapacity-step.ts';
import { useCertificates } from './steps/use-certificates.ts';
import { blockOf, useForecast } from './steps/use-forecast.ts';
import { WorkerStep } from './steps/WorkerStep.tsx';

interface OrderStepperProps {
  readonly initial: OrderDraft;
  readonly draftKey: DraftKey;
  /** Whether the draft comes from an earlier visit. */
  readonly resumed: boolean;
  /** The step that the address asks for. */
  readonly wanted: StepId;
  readonly choosesCompany: boolean;
  readonly ownSuperior: SuperiorName | null;
  /** The idempotency key of this order, the same over retries and reloads. */
  readonly attempt: { readonly key: string; readonly renew: () => void };
  readonly onOrdered: (check: OrderCheckMutation['orderCheck']) => void;
}

/** The steps of an order. What is typed is kept per tab; the address holds the step, so "back" goes one step back. */
export function OrderStepper({ initial, draftKey, resumed, wanted, choosesCompany, ownSuperior, attempt, onOrdered }: OrderStepperProps) {
  const t = useTranslations('order');
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  const [fieldErrors, setFieldErrors] = useState<readonly FieldIssue[]>([]);
  // A second click can come before the button is rendered as busy.
  const sending = useRef(false);
  const [started, setStarted] = useState(initial);
  const { form, account, companyId } = draftKey;
  const touched = resumed || !sameContent(draft, started);
  useEffect(() => {
    if (touched) writeDraft({ form, account, companyId }, draft);
  }, [draft, touched, form, account, companyId]);
  useEffect(prepareIncapacityStep, []);
  const change = (edit: (old: OrderDraft) => OrderDraft) => setDraft(edit);
  // Values from the running certificate do not count as typed.
  const certificates = useCertificates(draft, (fill) => {
    setDraft(fill);
    setStarted(fill);
  });
  const setDocument = (document: DraftDocument | null) =>
    change((old) => ({ ...old, document, incapacity: { ...old.incapacity, documentId: document?.id ?? null } }));
  // Here and not in the step, so that uploads go on while another step is shown.
  const uploads = useUploads<DraftDocument>(async (file, onProgress, signal) => {
    const stored = await uploadDocument(draft.companyId ?? '', file, onProgress, signal);
    setDocument(pick(stored, ['id', 'fileName', 'byteSize']));
    return stored;
  }, 'abort');
  const step = reachable(draft, wanted);
  const goTo = (next: StepId) => {
    change((old) => ({ ...settledLocation(old), step: next }));
    void navigate({ to: '.', search: (old: object) => ({ ...old, step: next }) });
  };
  const completeWorker = () => {
    order.reset();
    setFieldErrors((old) => old.filter(({ path }) => stepOf(path) !== 'worker'));
    change((old) => ({ ...old, done: ['worker'] }));
    goTo('incapacity');
  };
  const showFieldErrors = (issues: readonly FieldIssue[]) => {
    setFieldErrors([...issues]);
    goTo(firstStepOf(issues));
  };

  const order = useGqlChange(OrderCheckDocument, {
    topics: ['check', 'certificate', 'employee', 'dashboard'],
    onSuccess: ({ orderCheck }) => onOrdered(orderCheck),
    onError: (error) => {
      if (!(error instanceof ApiError) || mayHaveArrived(error.code) || error.code === 'request.idempotencyMismatch') return false;
      attempt.renew();
      const issues = issuesOfRefusal(error);
      if (issues.length > 0) showFieldErrors(issues);
      return false;
    },
  });
  const handleSend = () => {
    const parsed = parseOrder(draft);
    if (parsed.input === null) showFieldErrors(parsed.issues);
    else if (!sending.current) {
      sending.current = true;
      const handleSettled = () => {
        sending.current = false;
      };
      order.mutate({ input: parsed.input, idempotencyKey: attempt.key }, { onSettled: handleSettled });
    }
  };

  const isLast = step === 'incapacity';
  // Not on the first step, where the address is still being typed.
  const forecast = useForecast(isLast ? parseOrder(draft).input : null);
  const isWide = useMedia(WIDE);
  const { companyId: orderedFor, incapacity } = draft;
  const known =
    orderedFor === null ? null : { companyId: orderedFor, locationCheck: incapacity.locationCheck, period: incapacity, forecast };
  const misplaced = fieldErrors.filter(({ path }) => stepOf(path) === undefined);
  return (
    <>
      <StepperLayout
        label={t('steps.label')}
        steps={STEPS.map((id) => ({ id, label: t(`steps.${id}`) }))}
        current={step}
        done={draft.done}
        onSelect={(id) => goTo(STEPS.find((known) => known === id) ?? 'worker')}
        aside={isWide && known && <ForecastPanel {...known} />}
        footer={
          <>
            <PreviousStep disabled={order.isPending} onPress={isLast ? () => goTo('worker') : undefined} />
            {isLast ? (
              <div className="flex items-center gap-4">
                {known && <OrderTotal {...known} />}
                <Button
                  size="md"
                  variant="primary"
                  type="submit"
                  form={STEP_FORM}
                  icon="send"
                  loading={order.isPending}
                  disabled={!certificates.known || blockOf(forecast) !== undefined}
                >
                  {order.isPending ? t('summary.sending') : t('summary.send')}
                </Button>
              </div>
            ) : (
              <NextStep />
            )}
          </>
        }
      >
        {!isLast && fieldErrors.some(({ path }) => stepOf(path) === step) && (
          <Alert tone="danger" title={t('failed.title')} className="mb-4">
            {t('common:markedFields')}
          </Alert>
        )}
        {step === 'worker' && (
          <WorkerStep
            fieldErrors={fieldErrors}
            onNext={completeWorker}
            values={draft.worker}
            draft={draft}
            choosesCompany={choosesCompany}
            ownSuperior={ownSuperior}
            running={certificates.all}
            onChange={(worker) => change((old) => ({ ...old, worker }))}
            onDraft={change}
            onAnotherWorker={(worker, more) => {
              uploads.clear();
              change((old) => ({ ...forAnotherWorker(old, worker), ...more }));
            }}
          />
        )}
        {isLast && !certificates.known && <Skeleton lines={6} height="1.25rem" />}
        {isLast && certificates.known && draft.companyId !== null && (
          <LazyPart
            key={incapacity.certificateId ?? ''}
            part={INCAPACITY_STEP}
            fallback={<Skeleton lines={6} height="1.25rem" />}
            props={{
              fieldErrors,
              onNext: handleSend,
              values: incapacity,
              companyId: draft.companyId,
              failure: order.isError && <Failure key={order.submittedAt} error={order.error} issues={misplaced} />,
              worker: draft.worker,
              certificates: certificates.all,
              onCertificate: (certificate) => {
                uploads.clear();
                change((old) => (certificate === null ? withoutCertificate(old) : withCertificate(old, certificate)));
              },
              onWorker: () => goTo('worker'),
              forecast: !isWide && known && <ForecastPanel {...known} />,
              document: draft.document,
              uploads,
              imageMissing: draft.imageMissing,
              onChange: (values) => change((old) => ({ ...old, incapacity: values })),
              onRemoveDocument: () => setDocument(null),
            }}
          />
        )}
      </StepperLayout>
      <LeaveGuard
        when={touched || uploads.items.some(({ state }) => state === 'uploading')}
        texts={{ title: t('leave.title'), text: t('leave.text'), confirm: t('leave.confirm') }}
      />
    </>
  );
}

/** A step can be shown once those before it are in order. */
function reachable(draft: OrderDraft, wanted: StepId): StepId {
  const before = STEPS.slice(0, STEPS.indexOf(wanted));
  return before.find((step) => draft.companyId === null || !fulfilled(draft, step)) ?? wanted;
}

/** The width from which the forecast is beside the form (StepperLayout). */
const WIDE = '(min-width: 64rem)';

function Failure({ error, issues }: { error: Error; issues: readonly FieldIssue[] }) {
  const t = useTranslations('order');
  const messageText = useMessageText();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  // The failed button is at the other end of a long page, so the message is scrolled into view.
  useEffect(() => {
    // Newer browsers return a promise, which is not a clean-up function.
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  const reference = errorReference(error);
  const code = error instanceof ApiError ? error.code : '';
  const mismatch = code === 'request.idempotencyMismatch';
  const unsure = mayHaveArrived(code);
  return (
    <div ref={place} className="scroll-mt-20">
      <Alert tone="danger" title={unsure ? t('failed.titleUnsure') : t('failed.title')}>
        <p>{mismatch ? t('failed.mismatch') : errorText(error, language)}</p>
        {issues.length > 0 && (
          <ul className="list-disc pl-4">
            {issues.map(({ path, message, params }) => (
              <li key={path}>{messageText(message, params)}</li>
            ))}
          </ul>
        )}
        {unsure && <p>{t('failed.unsure')}</p>}
        {!mismatch && <p>{t('failed.kept')}</p>}
        {reference && <p className="font-mono text-2xs text-muted">{t('common:errorReference', { traceId: reference })}</p>}
        {(mismatch || code === 'certificate.checkAlreadyLaunched') && (
          <LinkButton to="/checks" size="xs" className="mt-2">
            {t('launched.show')}
          </LinkButton>
        )}
      </Alert>
    </div>
  );
}
