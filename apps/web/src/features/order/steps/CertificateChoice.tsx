import { lengthInDays } from '@checkwell/domain/clock';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx';
import { isFree, type RunningCertificate } from '../order-draft.ts';

/** The choice that stands for none of the certificates. */
const ANOTHER = 'another';

interface CertificateChoiceProps {
  /** Certificates to choose from; at least one. */
  readonly certificates: readonly RunningCertificate[];
  /** The id of the chosen one; null: another certificate than these. */
  readonly chosen: string | null;
  readonly onChoose: (certificate: RunningCertificate | null) => void;
}

/** The certificate of the order: one that runs, filled in already, or another one. Needs the translations of `order` and `enums`. */
export function CertificateChoice({ certificates, chosen, onChoose }: CertificateChoiceProps) {
  const t = useTranslations('order');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <RadioGroup
      legend={t('running.legend')}
      name="certificate"
      columns={2}
      value={chosen ?? ANOTHER}
      onChange={(value) => onChoose(certificates.find(({ id }) => id === value) ?? null)}
      options={[
        ...certificates.map((certificate) => ({
          value: certificate.id,
          label: format.dateRange(certificate.startDate, certificate.endDate),
          disabled: !isFree(certificate) && certificate.id !== chosen,
          hint: isFree(certificate)
            ? [
                t('common:unit.days', { count: lengthInDays(certificate.startDate, certificate.endDate) }),
                enums(`incapacityType.${certificate.incapacityReason}`),
                enums(`certifType.${certificate.certifType}`),
                t(certificate.authorizedExit ? 'running.mayLeave' : 'running.mustStay'),
                certificate.document?.fileName ?? t('incapacity.noDocument'),
              ].join(' · ')
            : t('running.launched'),
        })),
        { value: ANOTHER, label: t('running.another'), hint: t('running.anotherHint') },
      ]}
    />
  );
}
