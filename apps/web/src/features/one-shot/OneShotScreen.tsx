import type { OneShotView } from '@checkwell/domain/one-shot/contract';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../lib/api/query.ts';
import { clearDraft, readDraft } from '../../lib/forms/draft.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { OneShotFrame } from './OneShotFrame.tsx';
import { fetchOrder, statusKey } from './one-shot.calls.ts';
import { InfoDialog } from './order/InfoDialog.tsx';
import { OneShotStepper } from './order/OneShotStepper.tsx';
import { EMPTY_DRAFT, isBlank, type OneShotDraft, orderKey, parseDraft } from './order/one-shot-draft.ts';

const route = getRouteApi('/one-shot-check/');

/** One Shot Check (specification, section 2), ordered and paid without an account. If it is not offered here, the page says so. */
export function OneShotScreen() {
  return route.useLoaderData().offered ? <OrderPage /> : <NotOffered />;
}

function NotOffered() {
  const t = useTranslations('oneShot');
  return (
    <OneShotFrame title={t('title')}>
      <Card>
        <EmptyState
          icon="info"
          title={t('notOffered.title')}
          text={t('notOffered.text')}
          action={
            <>
              <LinkButton to="/" variant="primary">
                {t('signIn')}
              </LinkButton>
              <LinkButton to="/confirm-identity">{t('notOffered.account')}</LinkButton>
            </>
          }
        />
      </Card>
    </OneShotFrame>
  );
}

function OrderPage() {
  const t = useTranslations('oneShot');
  const format = useFormat();
  const navigate = useNavigate();
  const { step = 'worker' } = route.useSearch();
  const [stored, setStored] = useState(readStored);
  const [resumed, setResumed] = useState<OneShotDraft | null>(null);
  const [informed, setInformed] = useState(true);

  const handleContinue = (draft: OneShotDraft) => {
    setStored(null);
    setResumed(draft);
    void navigate({ to: '.', search: { step: draft.step }, replace: true });
  };
  const handleRestart = () => {
    clearDraft(orderKey());
    setStored(null);
    void navigate({ to: '.', search: {}, replace: true });
  };
  const handleOutcome = (order: OneShotView) => {
    const { token } = order;
    clearDraft(orderKey());
    // The status page opens with the known state of the order, even if the network fails now.
    queryClient.setQueryData(statusKey(token), order);
    return navigate({ to: '/one-shot-check/$token', params: { token }, state: { confirmed: true }, replace: true });
  };

  return (
    <OneShotFrame
      title={t('title')}
      lead={
        <>
          {/* On a phone the price is below the form otherwise. */}
          <span className="lg:hidden">{t('leadPriced', { total: format.money(ONE_SHOT_AMOUNTS.totalCents) })}</span>
          <span className="max-lg:hidden">{t('lead')}</span>
        </>
      }
      actions={
        <Button icon="help" onClick={() => setInformed(false)}>
          {t('info.open')}
        </Button>
      }
    >
      {stored ? (
        <DraftOffer draft={stored} onContinue={() => handleContinue(stored)} onRestart={handleRestart} />
      ) : (
        <OneShotStepper
          key={resumed ? 'resumed' : 'fresh'}
          initial={resumed ?? EMPTY_DRAFT}
          resumed={resumed !== null}
          wanted={step}
          onOutcome={handleOutcome}
        />
      )}
      <InfoDialog open={!informed} onClose={() => setInformed(true)} />
    </OneShotFrame>
  );
}

/** The draft of an earlier visit in this tab, unless it is empty. */
function readStored(): OneShotDraft | null {
  const draft = readDraft(orderKey(), parseDraft);
  return draft && !isBlank(draft) ? draft : null;
}

/** Offers to continue an unfinished order. The state of an order that was placed is loaded first, so that nobody pays twice. */
function DraftOffer({ draft, onContinue, onRestart }: { draft: OneShotDraft; onContinue: () => void; onRestart: () => void }) {
  const t = useTranslations('oneShot');
  const token = draft.attempt?.token ?? null;
  const placed = useQuery(
    {
      queryKey: ['one-shot', 'placed', token],
      queryFn: ({ signal }) => fetchOrder(token ?? '', { refresh: true, signal }),
      enabled: token !== null,
      retry: false,
    },
    queryClient,
  );
  const settled = token !== null && placed.data !== undefined && placed.data.availableActions.length === 0;
  const name = `${draft.worker.workerFirstName} ${draft.worker.workerLastName}`.trim();
  return (
    <Card title={t('common:draft.title')}>
      <p className="text-xs">{name ? t('draft.text', { name }) : t('draft.textUnnamed')}</p>
      {settled && (
        <Alert tone="info" live className="mt-3">
          {t('draft.settled')}
        </Alert>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {settled ? (
          <LinkButton size="md" variant="primary" to="/one-shot-check/$token" params={{ token }} onClick={() => clearDraft(orderKey())}>
            {t('draft.follow')}
          </LinkButton>
        ) : (
          <Button size="md" variant="primary" loading={placed.isLoading} onClick={onContinue}>
            {t('common:draft.continue')}
          </Button>
        )}
        <Button size="md" onClick={onRestart}>
          {t('common:draft.restart')}
        </Button>
      </div>
    </Card>
  );
}
