import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { superiorName } from '../../lib/records/superiors.ts';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import type { CertificateFieldsFragment } from './certificates.gql.ts';

/** What a certificate says of the incapacity. */
export function IncapacityFacts({ certificate }: { readonly certificate: CertificateFieldsFragment }) {
  const t = useTranslations('certificates');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <Card title={t('form.incapacity')}>
      <DescriptionList
        items={[
          { label: t('filter.period'), value: format.dateRange(certificate.startDate, certificate.endDate), wide: true },
          { label: t('field.incapacityReason'), value: enums(`incapacityType.${certificate.incapacityReason}`) },
          { label: t('field.certifType'), value: enums(`certifType.${certificate.certifType}`) },
          { label: t('field.authorizedExit'), value: t(certificate.authorizedExit ? 'common:yes' : 'common:no') },
          { label: t('field.entryType'), value: enums(`entryType.${certificate.entryType}`) },
          { label: t('field.doctorName'), value: certificate.doctorName },
          { label: t('field.source'), value: enums(`certificateSource.${certificate.source}`) },
          { label: t('field.createdAt'), value: format.dateTime(certificate.createdAt) },
        ]}
      />
    </Card>
  );
}

/** Whose certificate it is, as the employee stands now. */
export function WorkerFacts({ certificate }: { readonly certificate: CertificateFieldsFragment }) {
  const t = useTranslations('certificates');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <Card title={t('form.employee')}>
      <DescriptionList
        items={[
          { label: t('field.employeeMatricule'), value: certificate.employeeMatricule },
          { label: t('field.function'), value: certificate.function },
          { label: t('field.employeePhoneNumber'), value: format.phone(certificate.employeePhoneNumber) },
          { label: t('field.employeeGender'), value: enums(`gender.${certificate.employeeGender}`) },
          { label: t('field.employeeLanguage'), value: enums(`workerLanguage.${certificate.employeeLanguage}`) },
          { label: t('field.company'), value: certificate.employeeCompanyName },
          { label: t('field.superior'), value: certificate.superior && superiorName(certificate.superior) },
          { label: t('field.employeeAddress'), value: certificate.employeeAddress, wide: true },
        ]}
      />
    </Card>
  );
}
