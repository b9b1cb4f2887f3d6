import type { EmployeePage, ShownTravelClaim } from '@checkwell/domain/employee-page/contract';
import { maskedIban } from '@checkwell/domain/people/numbers/iban';
import { useRef, useState } from 'react';
import { queryClient } from '../../lib/api/query.ts';
import { useKeptFocus } from '../../lib/browser/use-kept-focus.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { StateText, type Tone } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { employeePageKey } from './employee-page.calls.ts';
import { type LeftReceipt, ReceiptForm } from './ReceiptForm.tsx';
import { TravelClaimForm } from './TravelClaimForm.tsx';
import type { PageTranslation } from './use-page-translation.ts';

interface TravelCardProps {
  readonly token: string;
  readonly page: EmployeePage;
  readonly translation: PageTranslation;
}

/** The employee's claim of travel costs, and its outcome. */
export function TravelCard({ token, page, translation }: TravelCardProps) {
  const { t } = translation;
  const { travel, companyName: company } = page;
  const [open, setOpen] = useState<'claim' | 'receipt'>();
  /** A receipt that could not be sent with its claim. */
  const [left, setLeft] = useState<LeftReceipt>();
  /** Why a correction was not sent. */
  const [unsent, setUnsent] = useState<'changed' | 'decided'>();
  const home = useRef<HTMLDivElement>(null);
  useKeptFocus(`${open ?? ''} ${travel?.claim?.version ?? ''}`, home);
  if (travel === null) return null;
  const { claim, isOpen } = travel;
  const close = (): void => {
    setOpen(undefined);
    setLeft(undefined);
    setUnsent(undefined);
  };
  const again = (why: 'changed' | 'decided'): void => {
    setOpen(undefined);
    setUnsent(why);
    void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
  };
  return (
    <Card title={t(claim === null ? 'travel.title' : 'travel.yours')}>
      <div ref={home} tabIndex={-1} className="flex flex-col gap-3 text-sm text-pretty text-fg outline-none">
        {isOpen && claim === null && <p>{t('travel.text', { company })}</p>}
        {unsent && (
          <Alert tone="warning" live>
            {t(`travel.error.${unsent}`)}
          </Alert>
        )}
        {claim !== null && <Claimed claim={claim} isOpen={isOpen} company={company} translation={translation} />}
        {isOpen && open === 'claim' && (
          <TravelClaimForm
            token={token}
            travel={travel}
            company={company}
            translation={translation}
            onSent={close}
            onReceiptLeft={(receipt) => {
              setLeft(receipt);
              setOpen('receipt');
            }}
            onUnsent={again}
            onClosed={close}
          />
        )}
        {isOpen && claim !== null && open === 'receipt' && (
          <ReceiptForm token={token} left={left} translation={translation} onSent={close} onClosed={close} />
        )}
        {isOpen && open === undefined && (
          <div className="flex flex-wrap gap-2">
            <ThumbButton onClick={() => setOpen('claim')}>{t(claim === null ? 'travel.open' : 'travel.correct')}</ThumbButton>
            {claim !== null && (
              <ThumbButton onClick={() => setOpen('receipt')}>
                {t(claim.hasReceipt ? 'travel.receiptReplace' : 'travel.receiptOpen')}
              </ThumbButton>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

const TONES: Readonly<Record<ShownTravelClaim['state'], Tone>> = { Waiting: 'info', Paid: 'success', Refused: 'warning' };

/** The claim that was sent, with the account number masked, because somebody else may find the telephone. */
function Claimed({
  claim,
  isOpen,
  company,
  translation: { t, format },
}: {
  readonly claim: ShownTravelClaim;
  readonly isOpen: boolean;
  readonly company: string;
  readonly translation: PageTranslation;
}) {
  const {
    state,
    means,
    km,
    amountCents,
    reason,
    payment,
    ibanEnd,
    hasReceipt,
    receiptInfected,
    claimedAt,
    paidOn,
    paidCents,
    decisionReason,
  } = claim;
  return (
    <div role="status" className="flex flex-col gap-1">
      <p className="font-medium">{t('travel.claimed', { amount: format.money(amountCents), moment: format.momentLong(claimedAt) })}</p>
      <p>{t(`travel.by.${means}`, { km: format.km(km), reason })}</p>
      <p>{t(`travel.to.${payment}`, { account: ibanEnd === null ? '' : maskedIban(ibanEnd) })}</p>
      {hasReceipt && <p>{t('travel.withReceipt')}</p>}
      {receiptInfected && <p className="text-warning-fg">{t('travel.receiptInfected')}</p>}
      <StateText tone={TONES[state]}>
        {t(`travel.state.${state === 'Waiting' && !isOpen ? 'WaitingClosed' : state}`, {
          company,
          amount: format.money(paidCents),
          day: format.dateLong(paidOn),
        })}
      </StateText>
      {decisionReason !== '' && <p>{t('travel.why', { reason: decisionReason })}</p>}
    </div>
  );
}
