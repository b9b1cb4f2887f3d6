import { ApiError } from '../../../lib/api/api-error.ts';
import { errorReference, errorText } from '../../../lib/api/errors.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import type { Payment } from './use-payment.ts';

/** The provider's card fields, and all that is known about the payment. */
export function CardArea({ payment, token }: { readonly payment: Payment; readonly token: string }) {
  const t = useTranslations('oneShot', 'enums');
  const { state, notice, slow, shown, place } = payment;
  return (
    <section aria-label={t('payment.card')} className="flex flex-col gap-3">
      <div role="alert" className="empty:hidden">
        {notice?.kind === 'declined' && (
          <Alert tone="danger" live={false} title={t('payment.declined')}>
            <p>{t(`enums:paymentDecline.${notice.reason}`)}</p>
            <p>{t('payment.again')}</p>
          </Alert>
        )}
        {notice?.kind === 'incomplete' && (
          <Alert tone="warning" live={false}>
            {t('payment.incomplete')}
          </Alert>
        )}
        {notice?.kind === 'unknown' && (
          <Alert tone="warning" live={false} title={t('payment.unknown.title')}>
            <p>{t('payment.unknown.text')}</p>
            <Follow token={token} />
          </Alert>
        )}
        {notice?.kind === 'unpaid' && (
          <Alert tone="warning" live={false} title={t('payment.unpaid.title')}>
            <p>{t('payment.unpaid.text')}</p>
          </Alert>
        )}
        {notice?.kind === 'failed' && <Failure error={notice.error} token={token} />}
      </div>
      {state === 'unavailable' ? (
        <Unavailable payment={payment} token={token} />
      ) : (
        <div className="relative min-h-52">
          <div ref={place} />
          {!shown && (
            <div role="status" className="absolute inset-0 flex flex-col gap-3 bg-surface py-1">
              <span className="sr-only">{t('payment.loading')}</span>
              <Skeleton width="100%" height="2.5rem" />
              <Skeleton width="100%" height="2.5rem" />
            </div>
          )}
        </div>
      )}
      {slow && notice?.kind !== 'unknown' && (
        <Alert tone="info" live>
          <p>{t('payment.slow')}</p>
          <Follow token={token} />
        </Alert>
      )}
      <p className="flex items-start gap-1.5 text-2xs text-muted">
        <Icon name="lock" size={13} className="mt-px" />
        <span>{t('payment.secure')}</span>
      </p>
    </section>
  );
}

function Follow({ token }: { readonly token: string }) {
  const t = useTranslations('oneShot');
  return (
    <div className="mt-2">
      <LinkButton to="/one-shot-check/$token" params={{ token }} size="xs">
        {t('payment.follow')}
      </LinkButton>
    </div>
  );
}

/** An error before the card was sent. The page of the order shows the outcome of an earlier attempt. */
function Failure({ error, token }: { readonly error: unknown; readonly token: string }) {
  const language = useLanguage();
  return (
    <Alert tone="danger" live={false}>
      <p>{errorText(error, language)}</p>
      <Follow token={token} />
    </Alert>
  );
}

function Unavailable({ payment, token }: { readonly payment: Payment; readonly token: string }) {
  const t = useTranslations('oneShot');
  const language = useLanguage();
  const reference = errorReference(payment.error);
  const settled = payment.error instanceof ApiError && payment.error.code === 'payment.notPossible';
  return (
    <Alert tone="danger">
      <p>{payment.error ? errorText(payment.error, language) : t('payment.failed')}</p>
      {reference && <p className="font-mono text-2xs text-muted">{t('common:errorReference', { traceId: reference })}</p>}
      {settled ? (
        <Follow token={token} />
      ) : (
        <Button size="xs" icon="refresh" className="mt-2" onClick={payment.retry}>
          {t('common:retry')}
        </Button>
      )}
    </Alert>
  );
}
