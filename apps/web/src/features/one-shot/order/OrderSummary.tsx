import { incapacityFactsOf, isPartialIncapacity } from '@checkwell/domain/check/incapacity-facts';
import { CHECK_TEXTS } from '@checkwell/domain/check/rules';
import type { OneShotInput } from '@checkwell/domain/one-shot/rules';
import { formatVat } from '@checkwell/domain/people/numbers/vat';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { type Description, DescriptionList } from '../../../ui/content/DescriptionList.tsx';
import { SummaryPart } from '../../../ui/forms/SummaryPart.tsx';
import type { StepId } from '../one-shot-search.ts';

interface OrderSummaryProps {
  readonly input: OneShotInput;
  readonly onStep: (step: StepId) => void;
}

/** All values of the order by step, with a link back to each step. Empty values are left out. */
export function OrderSummary({ input: { worker, incapacity, invoicing }, onStep }: OrderSummaryProps) {
  const t = useTranslations('oneShot', 'order', 'checkFields', 'enums');
  const format = useFormat();
  const { accidentDate, accidentTime, incapacityPercentage } = incapacityFactsOf(incapacity);
  return (
    <>
      <Part
        title={t('payment.worker')}
        onChange={() => onStep('worker')}
        items={[
          { label: t('payment.name'), value: `${worker.workerFirstName} ${worker.workerLastName}` },
          { label: t('checkFields:workerGender'), value: t(`enums:gender.${worker.workerGender}`) },
          { label: t('checkFields:workerLanguage'), value: t(`enums:workerLanguage.${worker.workerLanguage}`) },
          { label: t('checkFields:workerAddress'), value: worker.workerAddress },
          { label: t('checkFields:workerPhoneNumber'), value: format.phone(worker.workerPhoneNumber) },
          { label: t('checkFields:phoneNumber'), value: worker.phoneNumber && format.phone(worker.phoneNumber) },
        ]}
      />
      <Part
        title={t('payment.check')}
        onChange={() => onStep('incapacity')}
        items={[
          { label: t('payment.period'), value: format.dateRange(incapacity.startDate, incapacity.endDate) },
          { label: t('checkFields:incapacityType'), value: t(`enums:incapacityType.${incapacity.incapacityType}`) },
          { label: t('checkFields:certificateType'), value: t(`enums:certifType.${incapacity.certificateType}`) },
          {
            label: t('checkFields:accidentDate'),
            value: accidentDate && [format.date(accidentDate), accidentTime].filter(Boolean).join(' '),
          },
          {
            label: t('checkFields:incapacityPercentage'),
            value: isPartialIncapacity(incapacity.incapacityType) && format.percent(incapacityPercentage / 100, 0),
          },
          { label: t('order:exit.question'), value: t(incapacity.authorizedExit ? 'order:exit.yes' : 'order:exit.no') },
          { label: t('checkFields:checkLocation'), value: t(`enums:checkLocation.${incapacity.locationCheck}`) },
          { label: t('checkFields:checkTiming'), value: t(`enums:checkTiming.${incapacity.typeCheck}`) },
          ...CHECK_TEXTS.map((name) => ({
            label: t(`checkFields:${name}`),
            value: incapacity[name] && <Comment text={incapacity[name]} />,
            wide: true,
          })),
        ]}
      />
      <Part
        title={t('payment.invoice')}
        onChange={() => onStep('invoicing')}
        items={[
          { label: t('invoicing.companyName'), value: invoicing.invoicingCompanyName },
          { label: t('invoicing.companyNumber'), value: formatVat(invoicing.invoicingCompanyNumber) },
          { label: t('invoicing.companyAddress'), value: invoicing.invoicingCompanyAddress },
          { label: t('payment.name'), value: `${invoicing.invoicingFirstName} ${invoicing.invoicingLastName}` },
          { label: t('invoicing.email'), value: invoicing.invoicingEmail },
          { label: t('invoicing.phoneNumber'), value: format.phone(invoicing.invoicingPhoneNumber) },
        ]}
      />
    </>
  );
}

function Part({ title, onChange, items }: { title: string; onChange: () => void; items: readonly Description[] }) {
  return (
    <SummaryPart title={title} onChange={onChange}>
      <DescriptionList className="grid-cols-2 wrap-anywhere" columns={3} items={items.filter(({ value }) => Boolean(value))} />
    </SummaryPart>
  );
}

/** A comment with its line breaks. */
const Comment = ({ text }: { readonly text: string }): ReactNode => <span className="whitespace-pre-line">{text}</span>;
