import { isUnderWay, type OneShotView } from '@checkwell/domain/one-shot/contract';
import { offersAccount } from '@checkwell/domain/one-shot/states';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useLinkLanguage } from '../../../lib/i18n/use-link-language.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { EmptyState } from '../../../ui/content/EmptyState.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { OneShotFrame } from '../OneShotFrame.tsx';
import { fetchOrder, statusKey } from '../one-shot.calls.ts';
import { ClientOffer } from '../order/ClientOffer.tsx';
import { PayCard } from '../payment/PayCard.tsx';
import { SuccessDialog } from '../SuccessDialog.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderState } from './OrderState.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the visitor has just paid in this tab: the provider is asked at once, and a dialog confirms the payment once. */
    confirmed?: boolean;
  }
}

/** Milliseconds between requests: growing while a payment is pending, and constant for news of the check. */
const POLL_MS = { first: 1500, max: 20_000, check: 60_000 } as const;

/** One of this many requests asks the provider too. */
const ASK_PROVIDER_EVERY = 5;

/** Whether an attempt has no outcome yet, so that the provider is asked once. */
const isBegun = ({ state, attempt }: OneShotView, answers: number): boolean =>
  state === 'AwaitingPayment' && attempt?.state === 'Created' && answers === 1;

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The page of an order: the state of the payment and of the check. */
export function StatusScreen({ token }: { readonly token: string }) {
  const t = useTranslations('oneShot');
  const navigate = useNavigate();
  const confirmed = useLocation().state.confirmed === true;
  // After a payment in this tab the provider is asked at once.
  const asked = useRef(!confirmed);
  const status = useQuery(
    {
      queryKey: statusKey(token),
      queryFn: ({ signal }) => {
        const known = queryClient.getQueryState<OneShotView>(statusKey(token));
        // The provider usually reports by itself; now and then it is asked, in case a report is late or lost.
        const waits = known?.data !== undefined && isUnderWay(known.data) && known.dataUpdateCount % ASK_PROVIDER_EVERY === 0;
        const due = waits || !asked.current || (known?.data !== undefined && isBegun(known.data, known.dataUpdateCount));
        asked.current = true;
        return fetchOrder(token, { refresh: due, signal });
      },
      refetchInterval: ({ state: { data, dataUpdateCount } }) => {
        if (!data) return false;
        if (isBegun(data, dataUpdateCount)) return POLL_MS.first;
        if (isUnderWay(data)) return Math.min(POLL_MS.max, POLL_MS.first * 1.2 ** dataUpdateCount);
        return data.check && data.check.status !== 'Archived' ? POLL_MS.check : false;
      },
    },
    queryClient,
  );
  const order = status.data;
  const handleOutcome = async (known: OneShotView) => {
    queryClient.setQueryData(statusKey(token), known);
    asked.current = false;
    await navigate({ to: '.', state: { confirmed: true }, replace: true });
    await status.refetch();
  };
  useLinkLanguage(order?.language);

  // Browsers keep the state of a history entry over reloads, so the confirmation is removed once it was shown.
  const paid = order?.state === 'Paid';
  const [success, setSuccess] = useState(false);
  const isNews = confirmed && paid;
  if (isNews && !success) setSuccess(true);
  useEffect(() => {
    if (isNews) void navigate({ to: '.', state: {}, replace: true, resetScroll: false });
  }, [isNews, navigate]);

  if (isUnknown(status.error)) {
    return (
      <OneShotFrame title={t('status.title')}>
        <Card>
          <EmptyState
            icon="link"
            title={t('status.unknownTitle')}
            text={t('status.unknownText')}
            action={<LinkButton to="/one-shot-check">{t('status.new')}</LinkButton>}
          />
        </Card>
      </OneShotFrame>
    );
  }
  if (!order) {
    return (
      <OneShotFrame title={t('status.title')}>
        <Card>
          <QueryState query={status} lines={6} height="1.25rem" />
        </Card>
      </OneShotFrame>
    );
  }
  return (
    <OneShotFrame title={t('status.title')}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <OrderState order={order} failed={status.isError ? status.error : null} />
          {order.availableActions.length > 0 && <PayCard order={order} onOutcome={handleOutcome} />}
          {offersAccount(order) && <ClientOffer token={token} />}
        </div>
        <OrderFacts order={order} />
      </div>
      <SuccessDialog order={order} open={success && paid} onClose={() => setSuccess(false)} />
    </OneShotFrame>
  );
}
