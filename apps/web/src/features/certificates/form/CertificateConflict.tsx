import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { superiorName } from '../../../lib/records/superiors.ts';
import { ConflictAlert } from '../../../ui/forms/ConflictAlert.tsx';
import type { CertificateFieldsFragment } from '../certificates.gql.ts';
import type { CertificateDraft } from './certificate-values.ts';

export type ConflictField = keyof CertificateDraft & string;

interface CertificateConflictProps {
  /** What the other person saved. */
  readonly saved: CertificateFieldsFragment;
  /** Fields that both people changed. */
  readonly fields: readonly ConflictField[];
  readonly onTake: (field: ConflictField) => void;
}

/** Says that somebody else saved the certificate, and lets the user choose a value for each field that both changed. */
export function CertificateConflict({ saved, fields, onTake }: CertificateConflictProps) {
  const t = useTranslations('certificates');
  const describe = useTexts(saved);
  return <ConflictAlert title={t('form.conflictTitle')} conflicts={fields} describe={describe} onTake={onTake} />;
}

/** A field's label and what the other person entered, in words. */
function useTexts(saved: CertificateFieldsFragment): (field: ConflictField) => { readonly label: string; readonly value: string } {
  const t = useTranslations('certificates', 'certificateFields', 'employeeFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (field) => {
    switch (field) {
      case 'employeeId':
      case 'employee':
        return { label: t('employeeFields:employee'), value: `${saved.employeeFirstName} ${saved.employeeLastName}` };
      case 'superiorId':
        return { label: t('employeeFields:superiorFullName'), value: saved.superior ? superiorName(saved.superior) : '' };
      case 'startDate':
      case 'endDate':
        return { label: t(`certificateFields:${field}`), value: format.date(saved[field]) };
      case 'incapacityReason':
        return { label: t('certificateFields:incapacityReason'), value: enums(`incapacityType.${saved.incapacityReason}`) };
      case 'entryType':
        return { label: t('certificateFields:entryType'), value: enums(`entryType.${saved.entryType}`) };
      case 'certifType':
        return { label: t('certificateFields:certifType'), value: enums(`certifType.${saved.certifType}`) };
      case 'authorizedExit':
        return { label: t('certificateFields:authorizedExit'), value: t(saved.authorizedExit ? 'common:yes' : 'common:no') };
      case 'doctorName':
        return { label: t('certificateFields:doctorName'), value: saved.doctorName };
      case 'documentId':
        return { label: t('certificateFields:document'), value: saved.document?.fileName ?? '' };
    }
  };
}
