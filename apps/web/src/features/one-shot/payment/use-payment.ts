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
  /** Where the provider's fields go. */
  readonly place: (element: HTMLElement | null) => void;
  /** `loading`: attempt or fields are under way. `unavailable`: they did not come. */
  readonly state: 'loading' | 'ready' | 'paying' | 'unavailable';
  /** The fields are on the screen, whatever the attempt is waiting for. */
  readonly shown: boolean;
  readonly error: unknown;
  readonly notice: CardNotice | null;
  /** The provider is taking its time. */
  readonly slow: boolean;
  readonly pay: () => void;
  readonly retry: () => void;
}

/**
 * One order's way to the provider: an attempt, its card fields, and their answer. After a declined card the next click makes another
 * attempt; what was typed into the fields stays.
 * @param token of an order that may be paid; undefined: there is none yet
 * @param onOutcome is called with the order once it says that the provider has taken the payment on; nobody can pay again before it does
 */
export function usePayment(token: string | undefined, totalCents: number, onOutcome: (order: OneShotView) => Promise<unknown>): Payment {
  const t = useTranslations('oneShot');
  const [firstKey] = useState(newIdempotencyKey);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  /** What the fields last said, and which fields those were. */
  const [told, setTold] = useState<{ readonly of: string; readonly state: 'ready' | 'failed' }>();
  const [notice, setNotice] = useState<CardNotice | null>(null);
  const [paying, setPaying] = useState(false);
  const [slow, setSlow] = useState(false);
  const fields = useRef<CardFields>(undefined);
  /** Nobody looks at this payment any more. */
  const gone = useRef(new AbortController());
  useEffect(() => {
    if (gone.current.signal.aborted) gone.current = new AbortController();
    return () => gone.current.abort();
  }, []);
  // A second click can come before the button has learnt of the first.
  const busy = useRef(false);
  /** The attempt in hand; a key alone: the former one was declined, and the next click opens another with it. */
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
      // What the fields saw captured is captured, should the server learn of it later.
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
    // The place comes back with the next render, and the fields with it.
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

/** What the fields are made for. */
const providerOf = (session: PaymentSession | undefined): string | undefined =>
  session && JSON.stringify([session.provider, session.publishableKey, session.elementsUrl]);

/** Language and colours of the fields; while somebody pays in them they stay as they are. */
function useLook(paying: boolean) {
  const language = useLanguage();
  const [mode] = useColorMode();
  const [look, setLook] = useState({ language, mode });
  if (!paying && (look.language !== language || look.mode !== mode)) setLook({ language, mode });
  return look;
}
