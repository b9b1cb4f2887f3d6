import { useTranslations } from '../../lib/i18n/translations.ts';
import { Badge } from '../../ui/content/Badge.tsx';
import { Icon } from '../../ui/content/Icon.tsx';
import type { CertificateRowFragment } from './certificates.gql.ts';

interface MarkersProps {
  readonly certificate: Pick<CertificateRowFragment, 'uploadedByProvider' | 'outsideIncapacityPeriod'>;
}

/** Marks of a certificate (specification, section 4): added by the provider; entered outside the period. */
export function Markers({ certificate }: MarkersProps) {
  const t = useTranslations('certificates', 'certificateFields');
  const enums = useTranslations('enums');
  return (
    <>
      {certificate.uploadedByProvider && <Badge tone="info">{enums('certificateSource.provider')}</Badge>}
      {certificate.outsideIncapacityPeriod && <Badge tone="warning">{t('certificateFields:outsideIncapacityPeriod')}</Badge>}
    </>
  );
}

/** The marks as whole sentences, for the cell of a table. */
export function MarkerLines({ certificate }: MarkersProps) {
  const t = useTranslations('certificates', 'certificateFields');
  const enums = useTranslations('enums');
  return (
    <>
      {certificate.outsideIncapacityPeriod && (
        <span className="flex items-start gap-1 text-2xs whitespace-normal text-warning-fg">
          <Icon name="alert" size={12} className="mt-px shrink-0" />
          {t('certificateFields:outsideIncapacityPeriod')}
        </span>
      )}
      {certificate.uploadedByProvider && (
        <span className="flex items-start gap-1 text-2xs whitespace-normal text-info-fg">
          <Icon name="upload" size={12} className="mt-px shrink-0" />
          {enums('certificateSource.provider')}
        </span>
      )}
    </>
  );
}
