import type { FieldIssue } from '@checkwell/domain/errors';
import type { OneShotView } from '@checkwell/domain/one-shot/contract';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { errorReference, errorText } from '../../../lib/api/errors.ts';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { settledLocation } from '../../../lib/forms/check-draft.ts';
import { writeDraft } from '../../../lib/forms/draft.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { STEP_FORM } from '../../../ui/forms/StepBody.tsx';
import { NextStep, PreviousStep, StepperLayout } from '../../../ui/forms/Stepper.tsx';
import { LeaveGuard } from '../../../ui/overlays/LeaveGuard.tsx';
import { STEPS, type StepId } from '../one-shot-search.ts';
import { PaymentStep } from '../payment/PaymentStep.tsx';
import { usePayment } from '../payment/use-payment.ts';
import { useOrder } from '../status/use-order.ts';
import { IncapacityStep } from './IncapacityStep.tsx';
import { InvoicingStep } from './InvoicingStep.tsx';
import { OrderPriceCard } from './OrderPrice.tsx';
import {
  attemptFor,
  fulfilled,
  type OneShotDraft,
  orderKey,
  parseOrder,
  reachable,
  sameContent,
  stepOf,
  withValues,
} from './one-shot-draft.ts';
import { WorkerStep } from './WorkerStep.tsx';

interface OneShotStepperProps {
  readonly initial: OneShotDraft;
  /** Whether the draft comes from an earlier visit. */
  readonly resumed: boolean;
  /** The step that the address asks for. */
  readonly wanted: StepId;
  /** Called when the provider has accepted the payment. */
  readonly onOutcome: (order: OneShotView) => Promise<unknown>;
}

/** The steps of a One Shot Check. What is typed is kept per tab, the card never; the address holds the step. */
export function OneShotStepper({ initial, resumed, wanted, onOutcome }: OneShotStepperProps) {
  const t = useTranslations('oneShot', 'order');
  const format = useFormat();
  const language = useLanguage();
  const navigate = useNavigate();
  const router = useRouter();
  const [draft, setDraft] = useState(initial);
  const [fieldErrors, setFieldErrors] = useState<readonly FieldIssue[]>([]);
  /** Whether the user came from the last step to change something, and returns to it afterwards. */
  const [changing, setChanging] = useState(false);
  const touched = resumed || !sameContent(draft, initial);
  const step = reachable(draft, wanted);

  const goTo = (next: StepId) => {
    setDraft((old) => ({ ...settledLocation(old), step: next }));
    void navigate({ to: '.', search: (old: object) => ({ ...old, step: next }) });
  };
  const complete = (from: StepId) => {
    setFieldErrors((old) => old.filter(({ path }) => stepOf(path) !== from));
    setDraft((old) => ({ ...old, done: [...new Set([...old.done, from])] }));
    goTo((changing ? undefined : STEPS[STEPS.indexOf(from) + 1]) ?? 'payment');
  };
  const showFieldErrors = (issues: readonly FieldIssue[]) => {
    setFieldErrors([...issues]);
    goTo(STEPS.find((known) => issues.some(({ path }) => stepOf(path) === known)) ?? 'payment');
  };

  const parsed = parseOrder(draft, language);
  const accepted = step === 'payment' && draft.terms ? draft.attempt : null;
  /** Opens the step of a field in which the server finds an error. The order will change, so the terms must be accepted again. */
  const handleRefused = (issues: readonly FieldIssue[]) => {
    if (issues.every(({ path }) => stepOf(path) === 'payment')) return;
    setDraft((old) => ({ ...old, terms: false, attempt: null }));
    showFieldErrors(issues);
  };
  const { order, failure, retry } = useOrder(accepted, (attempt) => setDraft((old) => ({ ...old, attempt })), handleRefused);
  const handleTerms = (terms: boolean) =>
    setDraft((old) => ({ ...old, terms, attempt: terms && parsed.input ? attemptFor(parsed.input, old.attempt) : old.attempt }));
  const payable = order !== undefined && order.availableActions.length > 0 ? order.token : undefined;
  const outcome = useLatest(onOutcome);
  const payment = usePayment(payable, ONE_SHOT_AMOUNTS.totalCents, onOutcome);
  const paying = payment.state === 'paying';
  // The order can no longer be paid: it was paid meanwhile, perhaps in another tab, or has expired.
  const settled = order !== undefined && payable === undefined ? order : undefined;
  useEffect(() => {
    if (settled) void outcome.current(settled);
  }, [settled, outcome]);
  // Loads the status page in advance, so that it opens after the payment even if the network fails.
  useEffect(() => {
    if (payable !== undefined) void router.preloadRoute({ to: '/one-shot-check/$token', params: { token: payable } });
  }, [payable, router]);

  useEffect(() => {
    if (touched) writeDraft(orderKey(), draft);
  }, [draft, touched]);

  const previous = STEPS[STEPS.indexOf(step) - 1];
  const shared = { fieldErrors, onNext: () => complete(step) };
  return (
    <>
      <StepperLayout
        label={t('steps.label')}
        steps={STEPS.map((id) => ({ id, label: t(`steps.${id}`) }))}
        current={step}
        done={draft.done.filter((id) => fulfilled(draft, id))}
        onSelect={paying ? undefined : (id) => goTo(STEPS.find((known) => known === id) ?? 'worker')}
        aside={step !== 'payment' && <OrderPriceCard />}
        footer={
          <>
            <PreviousStep disabled={paying} onPress={previous && (() => goTo(previous))} />
            {step === 'payment' ? (
              <Button
                size="md"
                variant="primary"
                type="submit"
                form={STEP_FORM}
                icon="lock"
                loading={paying || (draft.terms && payment.state === 'loading' && failure === null)}
              >
                {paying
                  ? t(payment.notice?.kind === 'unknown' ? 'payment.asking' : 'payment.paying')
                  : t('payment.pay', { total: format.money(ONE_SHOT_AMOUNTS.totalCents) })}
              </Button>
            ) : (
              <NextStep />
            )}
          </>
        }
      >
        {fieldErrors.some(({ path }) => stepOf(path) === step) && (
          <Alert tone="danger" title={t('failed.title')} className="mb-4">
            {t('common:markedFields')}
          </Alert>
        )}
        {step === 'worker' && (
          <WorkerStep {...shared} values={draft.worker} onChange={(values) => setDraft((old) => withValues(old, 'worker', values))} />
        )}
        {step === 'incapacity' && (
          <IncapacityStep
            {...shared}
            values={draft.incapacity}
            phoneNumber={draft.worker.phoneNumber}
            onChange={(values) => setDraft((old) => withValues(old, 'incapacity', values))}
          />
        )}
        {step === 'invoicing' && (
          <InvoicingStep
            {...shared}
            values={draft.invoicing}
            onChange={(values) => setDraft((old) => withValues(old, 'invoicing', values))}
          />
        )}
        {step === 'payment' && parsed.input !== null && (
          <PaymentStep
            input={parsed.input}
            terms={draft.terms}
            onTerms={handleTerms}
            token={payable}
            payment={payment}
            failure={failure && <Failure error={failure} onRetry={retry} />}
            locked={paying}
            onStep={(next) => {
              if (paying) return;
              setChanging(true);
              goTo(next);
            }}
            onPay={payment.pay}
          />
        )}
      </StepperLayout>
      {/* Going to the page of the order loses nothing. */}
      <LeaveGuard
        when={touched}
        mayGoTo={(path) => path.startsWith('/one-shot-check')}
        texts={{
          title: t(paying ? 'leave.payingTitle' : 'leave.title'),
          text: t(paying ? 'leave.payingText' : 'leave.text'),
          confirm: t('leave.confirm'),
        }}
      />
    </>
  );
}

/** The order could not be placed, so nothing can have been charged. */
function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = useTranslations('oneShot');
  const language = useLanguage();
  const reference = errorReference(error);
  return (
    <Alert tone="danger" title={t('failed.title')}>
      <p>{errorText(error, language)}</p>
      <p>{t('failed.kept')}</p>
      {reference && <p className="font-mono text-2xs text-muted">{t('common:errorReference', { traceId: reference })}</p>}
      <Button size="xs" icon="refresh" className="mt-2" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </Alert>
  );
}
