import { isCheckable } from '@checkwell/domain/certificate/rules';
import { outcomeOf } from '@checkwell/domain/check/result/outcome';
import { hasWorker } from '@checkwell/domain/check/worker-visibility';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useOutcomeText } from '../../lib/records/outcome-text.ts';
import { StateText } from '../../ui/content/Badge.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import type { CertificateRowFragment } from './certificates.gql.ts';

type Asked = Pick<CertificateRowFragment, 'isCheckRequestLaunched' | 'check'>;

/**
 * The state of the check that was ordered for a certificate: in progress (specification, section 4) until its report exists, then a
 * link to the report. Empty when no check was ordered.
 */
export function CheckState({ certificate }: { readonly certificate: Asked }) {
  const t = useTranslations('certificates');
  const outcomeText = useOutcomeText();
  const { isCheckRequestLaunched, check } = certificate;
  if (!isCheckRequestLaunched) return null;
  if (check?.status !== 'Archived' || !hasWorker(check)) return <StateText tone="brand">{t('list.launched')}</StateText>;
  const { key } = outcomeOf(check);
  const text = outcomeText(check);
  const outcome = `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return (
    <AppLink to="/reports/$id" params={{ id: check.id }} className="relative z-1 whitespace-normal text-brand-fg hover:underline">
      {key === 'fit' || key === 'confirmed' ? t('list.checked', { outcome }) : text}
    </AppLink>
  );
}

/** Why no check can be ordered; empty when one can be, or was. */
export function WhyNoCheck({
  certificate,
}: {
  readonly certificate: Pick<CertificateRowFragment, 'isCheckRequestLaunched' | 'relaunchCheckUrl' | 'incapacityReason'>;
}) {
  const t = useTranslations('certificates');
  if (certificate.isCheckRequestLaunched || certificate.relaunchCheckUrl !== null) return null;
  return <span className="text-muted">{t(isCheckable(certificate.incapacityReason) ? 'list.periodOver' : 'list.notCheckable')}</span>;
}
