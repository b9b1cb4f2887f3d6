import type { OneShotView, PaymentSession } from '@checkwell/domain/one-shot/contract';
import type { PaymentDecline } from '@checkwell/domain/one-shot/states';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { useColorMode } from '../../../lib/browser/theme.ts';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import type { CardFields, CardOutcome } from '../../../lib/payments/card-fields.ts';
import { mountCardFields } from '../../../lib/payments/payment.ts';
import { fetchOrder, openPayment } from '../one-shot.calls.ts';
import { askUntilKnown } from './payment-outcome.ts';

/** After how many milliseconds without an answer the page says that it takes long. */
const SLOW_MS = 20_000;

/**
 * What the person should know about the card: nothing yet, that a field is missing, why the last try failed, that nobody knows yet
 * whether it was charged, that the payment never reached the provider, or what broke before it was sent.
 */
export type CardNotice =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'declined'; readonly reason: PaymentDecline }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Payment {
  /** Ref of the element for the provider's fields. */
  readonly place: (element: HTMLElement | null) => void;
  /** `loading`: the attempt or the fields are loading. `unavailable`: loading failed. */
  readonly state: 'loading' | 'ready' | 'paying' | 'unavailable';
  /** Whether the fields are visible, whatever the state of the attempt. */
  readonly shown: boolean;
  readonly error: unknown;
  readonly notice: CardNotice | null;
  /** Whether the provider takes unusually long. */
  readonly slow: boolean;
  readonly pay: () => void;
  readonly retry: () => void;
}

/**
 * The payment of one order at the provider: an attempt, its card fields, and the outcome. After a declined card the next click makes another
 * attempt; the fields keep what was typed.
 * @param token of an order that may be paid; undefined: there is none yet
 * @param onOutcome called with the order once the provider has accepted the payment; until then nobody can pay again
 */
export function usePayment(token: string | undefined, totalCents: number, onOutcome: (order: OneShotView) => Promise<unknown>): Payment {
  const t = useTranslations('oneShot');
  const [firstKey] = useState(newIdempotencyKey);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  /** The last message of the fields, and which fields sent it. */
  const [told, setTold] = useState<{ readonly of: string; readonly state: 'ready' | 'failed' }>();
  const [notice, setNotice] = useState<CardNotice | null>(null);
  const [paying, setPaying] = useState(false);
  const [slow, setSlow] = useState(false);
  const fields = useRef<CardFields>(undefined);
  /** Aborted when the component is removed. */
  const gone = useRef(new AbortController());
  useEffect(() => {
    if (gone.current.signal.aborted) gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);
  // A second click can come before the button is rendered as busy.
  const busy = useRef(false);
  /** The current attempt; a key alone means that the last one was declined and the next click opens another with this key. */
  const next = useRef<{ readonly order: string; readonly key: string; session?: PaymentSession }>(undefined);

  const session = useQuery(
    {
      queryKey: ['one-shot', 'payment', token, firstKey],
      queryFn: () => openPayment(token ?? '', firstKey),
      enabled: token !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );

  const look = useLook(paying);
  const latest = useLatest({ title: t('payment.frame'), totalCents, onOutcome, session: session.data });
  const provider = providerOf(session.data);
  const wanted = [provider, look.language, look.mode].join();
  const fieldsState = told?.of === wanted ? told.state : 'loading';
  useEffect(() => {
    const known = latest.current.session;
    if (place === null || provider === undefined || known === undefined) return;
    let gone = false;
    const mounting = mountCardFields(place, {
      session: known,
      amount: latest.current.totalCents,
      language: look.language,
      mode: look.mode,
      title: latest.current.title,
      onReady: () => setTold({ of: wanted, state: 'ready' }),
      onChange: () => setNotice(null),
      onFailed: () => setTold({ of: wanted, state: 'failed' }),
    });
    mounting.then(
      (mounted) => {
        if (gone) mounted.remove();
        else fields.current = mounted;
      },
      () => setTold({ of: wanted, state: 'failed' }),
    );
    return () => {
      gone = true;
      fields.current?.remove();
      fields.current = undefined;
    };
  }, [place, provider, look.language, look.mode, wanted, latest]);

  const attemptReady = session.data !== undefined;
  const unavailable = fieldsState === 'failed' || (session.isError && !session.isFetching);

  const decline = (order: string, reason: PaymentDecline) => {
    next.current = { order, key: newIdempotencyKey() };
    setNotice({ kind: 'declined', reason });
  };
  const settle = async (order: string, mounted: CardFields, first: PaymentSession) => {
    const again = next.current?.order === order ? next.current : undefined;
    if (again) again.session ??= await openPayment(order, again.key);
    const { clientSecret } = again?.session ?? first;
    // Without an answer of the fields, the outcome of what was sent is unknown.
    const { status, code } = await mounted.confirm(clientSecret).catch((): CardOutcome => ({ status: 'processing', code: null }));
    if (status === 'incomplete') {
      setNotice({ kind: 'incomplete' });
    } else if (status === 'declined' && code !== null) {
      decline(order, code);
    } else {
      const known = await askUntilKnown((signal) => fetchOrder(order, { refresh: true, signal }), {
        onUnknown: () => setNotice({ kind: 'unknown' }),
        signal: gone.current.signal,
      });
      const { attempt, availableActions } = known;
      // A payment that the fields report as captured is captured, even if the server hears of it later.
      if (status === 'succeeded' || availableActions.length === 0) await latest.current.onOutcome(known);
      else if (attempt?.decline) decline(order, attempt.decline);
      else {
        if (attempt?.state === 'Canceled') next.current = { order, key: newIdempotencyKey() };
        setNotice({ kind: 'unpaid' });
      }
    }
  };
  const pay = async () => {
    if (busy.current || token === undefined || !attemptReady || !fields.current || fieldsState !== 'ready') return;
    busy.current = true;
    setPaying(true);
    setNotice(null);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    try {
      await settle(token, fields.current, session.data);
    } catch (error) {
      if (gone.current.signal.aborted) return;
      setNotice({ kind: 'failed', error });
    }
    clearTimeout(timer);
    setSlow(false);
    setPaying(false);
    busy.current = false;
  };
  const retry = () => {
    if (session.isError) void session.refetch();
    // The next render adds the element and its fields again.
    if (fieldsState === 'failed') setTold(undefined);
  };

  return {
    place: setPlace,
    state: paying ? 'paying' : unavailable ? 'unavailable' : attemptReady && fieldsState === 'ready' ? 'ready' : 'loading',
    shown: fieldsState === 'ready',
    error: session.error,
    notice,
    slow,
    pay: () => void pay(),
    retry,
  };
}

/** The provider and account for which the fields are created. */
const providerOf = (session: PaymentSession | undefined): string | undefined =>
  session && JSON.stringify([session.provider, session.publishableKey, session.elementsUrl]);

/** Language and colours of the fields; they do not change during a payment. */
function useLook(paying: boolean) {
  const language = useLanguage();
  const [mode] = useColorMode();
  const [look, setLook] = useState({ language, mode });
  if (!paying && (look.language !== language || look.mode !== mode)) setLook({ language, mode });
  return look;
}
