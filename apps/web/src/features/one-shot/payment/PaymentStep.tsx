import type { OneShotInput } from '@checkwell/domain/one-shot/rules';
import { type ReactNode, useState } from 'react';
import { focusFirstError } from '../../../lib/forms/first-error.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useMessageText } from '../../../lib/i18n/use-message-text.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { StepBody } from '../../../ui/forms/StepBody.tsx';
import type { StepId } from '../one-shot-search.ts';
import { OrderPrice } from '../order/OrderPrice.tsx';
import { OrderSummary } from '../order/OrderSummary.tsx';
import { TermsDialog } from '../order/TermsDialog.tsx';
import { CardArea } from './CardArea.tsx';
import type { Payment } from './use-payment.ts';

interface PaymentStepProps {
  readonly input: OneShotInput;
  readonly terms: boolean;
  readonly onTerms: (accepted: boolean) => void;
  /** Token of the placed order; undefined before. */
  readonly token: string | undefined;
  readonly payment: Payment;
  /** Why the order could not be placed. */
  readonly failure: ReactNode;
  /** Whether the order cannot be changed, because it is being paid. */
  readonly locked: boolean;
  readonly onStep: (step: StepId) => void;
  readonly onPay: () => void;
}

/** Last step: everything on one page, the terms, and the card (specification, section 2). */
export function PaymentStep({ input, terms, onTerms, token, payment, failure, locked, onStep, onPay }: PaymentStepProps) {
  const t = useTranslations('oneShot');
  const messageText = useMessageText();
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <StepBody
      title={t('steps.payment')}
      onSubmit={(event) => {
        event.preventDefault();
        if (terms) return onPay();
        setAsked(true);
        focusFirstError();
      }}
    >
      <OrderSummary input={input} onStep={onStep} />
      <section aria-label={t('price.title')} className="rounded-lg border border-line bg-sunken p-3 sm:p-4">
        <h3 className="mb-2 text-sm font-semibold">{t('price.title')}</h3>
        <OrderPrice />
      </section>
      <div>
        <Checkbox
          label={t('terms.accept')}
          checked={terms}
          disabled={locked}
          onChange={({ currentTarget: { checked } }) => {
            setAsked(false);
            onTerms(checked);
          }}
          error={asked && !terms ? messageText('validation:termsRequired') : undefined}
        />
        <Button variant="link" size="xs" className="ml-6" onClick={() => setReading(true)}>
          {t('terms.read')}
        </Button>
      </div>
      <div className="border-t border-line pt-3">
        <h3 className="mb-2 text-sm font-semibold">{t('payment.card')}</h3>
        {failure ||
          (terms && token !== undefined ? (
            <CardArea payment={payment} token={token} />
          ) : (
            <p role="status" className="rounded-lg border border-dashed border-line-strong/50 p-4 text-center text-xs text-muted">
              {terms ? t('payment.loading') : t('payment.noTerms')}
            </p>
          ))}
      </div>
      <TermsDialog open={reading} onClose={() => setReading(false)} />
    </StepBody>
  );
}
