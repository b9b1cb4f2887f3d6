import type { Metrics } from '../http/observe.ts';
import type { GatewaySession } from './gateway.ts';

/** Metrics for operators: the session with an SMSC. NaN: this process has not opened one. */
export function observeSmsSession({ gauge, counter }: Metrics, session: Pick<GatewaySession, 'bound' | 'onSubmit'>): void {
  gauge('smpp_session_bound', '1 while this process is logged in at the SMSC, 0 otherwise.', () => {
    const bound = session.bound();
    return bound === null ? Number.NaN : Number(bound);
  });
  const submits = counter('smpp_submits_total', 'Attempts of this process to hand a text message to the SMSC, by outcome.', ['outcome']);
  session.onSubmit((outcome) => submits({ outcome }));
}
