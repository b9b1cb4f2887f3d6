import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { superiorName } from '../../lib/records/superiors.ts';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import type { CertificateFieldsFragment } from './certificates.gql.ts';

/** What a certificate says of the incapacity. */
export function IncapacityFacts({ certificate }: { readonly certificate: CertificateFieldsFragment }) {
  const t = useTranslations('certificates', 'certificateFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <Card title={t('form.incapacity')}>
      <DescriptionList
        items={[
          { label: t('filter.period'), value: format.dateRange(certificate.startDate, certificate.endDate), wide: true },
          { label: t('certificateFields:incapacityReason'), value: enums(`incapacityType.${certificate.incapacityReason}`) },
          { label: t('certificateFields:certifType'), value: enums(`certifType.${certificate.certifType}`) },
          { label: t('certificateFields:authorizedExit'), value: t(certificate.authorizedExit ? 'common:yes' : 'common:no') },
          { label: t('certificateFields:entryType'), value: enums(`entryType.${certificate.entryType}`) },
          { label: t('certificateFields:doctorName'), value: certificate.doctorName },
          { label: t('certificateFields:certificateSource'), value: enums(`certificateSource.${certificate.source}`) },
          { label: t('certificateFields:createdAt'), value: format.dateTime(certificate.createdAt) },
        ]}
      />
    </Card>
  );
}

/** The current data of the employee whose certificate it is. */
export function WorkerFacts({ certificate }: { readonly certificate: CertificateFieldsFragment }) {
  const t = useTranslations('certificates', 'employeeFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <Card title={t('employeeFields:employee')}>
      <DescriptionList
        items={[
          { label: t('employeeFields:employeeMatricule'), value: certificate.employeeMatricule },
          { label: t('employeeFields:function'), value: certificate.function },
          { label: t('employeeFields:employeePhoneNumber'), value: format.phone(certificate.employeePhoneNumber) },
          { label: t('employeeFields:employeeGender'), value: enums(`gender.${certificate.employeeGender}`) },
          { label: t('employeeFields:employeeLanguage'), value: enums(`workerLanguage.${certificate.employeeLanguage}`) },
          { label: t('employeeFields:companyName'), value: certificate.employeeCompanyName },
          { label: t('employeeFields:superiorFullName'), value: certificate.superior && superiorName(certificate.superior) },
          { label: t('employeeFields:employeeAddress'), value: certificate.employeeAddress, wide: true },
        ]}
      />
    </Card>
  );
}
