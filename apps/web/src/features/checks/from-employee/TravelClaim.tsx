import { travelDayOf } from '@checkwell/domain/employee-page/travel-claim';
import { formatIban, maskedIban } from '@checkwell/domain/people/numbers/iban';
import { useRef, useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useKeptFocus } from '../../../lib/browser/use-kept-focus.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { StateText, StatusBadge } from '../../../ui/content/Badge.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { DescriptionList } from '../../../ui/content/DescriptionList.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { StoredDocumentView } from '../../../ui/documents/StoredDocumentView.tsx';
import { LazyDialog, lazy } from '../../../ui/overlays/lazy.tsx';
import type { TravelClaimFragment } from '../check.gql.ts';
import type { WholeCheck } from '../check.queries.ts';
import { ReadTravelClaimAccountDocument } from './travel-claim.gql.ts';

const PAY = lazy(async () => (await import('./TravelClaimDialogs.tsx')).PayDialog);
const REFUSE = lazy(async () => (await import('./TravelClaimDialogs.tsx')).RefuseDialog);

type Claim = NonNullable<TravelClaimFragment['travelClaim']>;

/** The employee's claim of travel costs, to pay or refuse; empty when there is none. */
export function TravelClaim({ check }: { readonly check: WholeCheck }) {
  const { travelClaim: claim, checkDate } = check;
  const t = useTranslations('travelClaims');
  const [open, setOpen] = useState<'pay' | 'refuse'>();
  const [looks, setLooks] = useState(false);
  const facts = useFacts();
  // The decision removes the buttons that may have the focus.
  useKeptFocus(claim?.state ?? '');
  if (!claim) return null;
  const close = (): void => setOpen(undefined);
  const { state, receipt, canDecide } = claim;
  return (
    <Card
      title={t('title')}
      actions={
        state === 'Waiting' ? (
          <StatusBadge tone="warning">{t('state.Waiting')}</StatusBadge>
        ) : (
          <StateText tone={state === 'Paid' ? 'success' : 'neutral'}>{t(`state.${state}`)}</StateText>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {state === 'Waiting' && <p className="text-sm text-pretty text-muted">{t(canDecide ? 'text' : 'administrators')}</p>}
        {state === 'Waiting' && travelDayOf(check) === null && (
          <Alert tone="warning" title={t('notExamined')}>
            {t('notExaminedText')}
          </Alert>
        )}
        <DescriptionList items={facts(claim)} />
        {(canDecide || receipt) && (
          <div className="flex flex-wrap gap-2">
            {receipt && (
              <Button aria-expanded={looks} icon={looks ? 'x' : 'eye'} onClick={() => setLooks(!looks)}>
                {t(looks ? 'common:close' : 'look')}
              </Button>
            )}
            {canDecide && (
              <>
                <Button variant="primary" onClick={() => setOpen('pay')}>
                  {t('pay')}
                </Button>
                <Button onClick={() => setOpen('refuse')}>{t('refuse')}</Button>
              </>
            )}
          </div>
        )}
        {receipt && looks && <StoredDocumentView document={receipt} className="h-[min(70vh,44rem)]" />}
      </div>
      {open === 'pay' && <LazyDialog dialog={PAY} props={{ claim, travelledOn: checkDate, onClose: close }} />}
      {open === 'refuse' && <LazyDialog dialog={REFUSE} props={{ claim, onClose: close }} />}
    </Card>
  );
}

function useFacts() {
  const t = useTranslations('travelClaims');
  const format = useFormat();
  return (claim: Claim) => {
    const { means, km, kmRate, kmRateFrom, amountCents, reason, payment, ibanEnd, claimedAt, changedAt, paidOn, paidCents } = claim;
    const rate = format.number((kmRate ?? 0) / 10_000, 4);
    return [
      { label: t('amount'), value: format.money(amountCents) },
      { label: t('how'), value: t(`by.${means}`, { km: format.km(km), rate, from: format.date(kmRateFrom), reason }) },
      { label: t('pays'), value: t(`payment.${payment}`) },
      ...(ibanEnd === null ? [] : [{ label: t('account'), value: <Account key={claim.version} claim={claim} end={ibanEnd} /> }]),
      { label: t('claimed'), value: format.dateTime(claimedAt) },
      ...(changedAt === claimedAt ? [] : [{ label: t('corrected'), value: format.dateTime(changedAt) }]),
      ...(paidOn === null
        ? []
        : [{ label: t('paidLabel'), value: t('paid', { amount: format.money(paidCents), day: format.dateLong(paidOn) }) }]),
      ...(claim.decisionReason === '' ? [] : [{ label: t('refuseReason'), value: claim.decisionReason, wide: true }]),
    ];
  };
}

/** The account number, masked until the person who pays asks for it. A corrected claim masks it again. */
function Account({ claim: { id, canReadAccount }, end }: { readonly claim: Claim; readonly end: string }) {
  const t = useTranslations('travelClaims');
  const number = useRef<HTMLSpanElement>(null);
  // This removes the button that has the focus.
  const read = useGqlChange(ReadTravelClaimAccountDocument, { topics: ['check'], onSuccess: () => number.current?.focus() });
  const account = canReadAccount ? read.data?.readTravelClaimAccount : undefined;
  return (
    <div className="flex flex-col items-start gap-1">
      <span ref={number} tabIndex={-1} role="status" className="tabular-nums">
        {account ? formatIban(account) : maskedIban(end)}
      </span>
      {canReadAccount && !account && (
        <>
          <Button variant="link" size="xs" loading={read.isPending} onClick={() => read.mutate({ id })}>
            {t('show')}
          </Button>
          <span className="text-2xs text-muted">{t('showHint')}</span>
        </>
      )}
    </div>
  );
}
