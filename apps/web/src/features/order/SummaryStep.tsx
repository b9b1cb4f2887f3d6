import { incapacityFactsOf, isPartialIncapacity } from '@checkwell/domain/check/incapacity-facts';
import type { OrderInput } from '@checkwell/domain/check/rules';
import { isShortPeriod } from '@checkwell/domain/check/timing';
import { lengthInDays } from '@checkwell/domain/clock';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { StepBody } from '../../ui/StepBody.tsx';
import { SummaryPart } from '../../ui/SummaryPart.tsx';
import { BeforeYouSend } from './ForecastPanel.tsx';
import type { OrderDraft } from './order-draft.ts';
import type { StepId } from './order-search.ts';
import type { Forecast } from './use-forecast.ts';

interface SummaryStepProps {
  readonly draft: OrderDraft;
  readonly input: OrderInput;
  readonly forecast: Forecast;
  /** Why the last attempt failed. */
  readonly failure: ReactNode;
  readonly onStep: (step: StepId) => void;
  readonly onSend: () => void;
}

/** Last step: everything on one page, as it will be sent. */
export function SummaryStep({ draft, input, forecast, failure, onStep, onSend }: SummaryStepProps) {
  const t = useWords('order');
  const enums = useWords('enums');
  const format = useFormat();
  const days = lengthInDays(input.startDate, input.endDate);
  const facts = incapacityFactsOf(input);
  return (
    <StepBody
      title={t('summary.title')}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {failure}
      <BeforeYouSend companyId={input.companyId} locationCheck={input.locationCheck} period={input} forecast={forecast} />
      <SummaryPart title={t('summary.worker')} onChange={() => onStep('worker')}>
        <DescriptionList
          items={[
            { label: t('field.workerFirstName'), value: input.workerFirstName },
            { label: t('field.workerLastName'), value: input.workerLastName },
            { label: t('field.workerAddress'), value: input.workerAddress, wide: true },
            { label: t('field.workerPhoneNumber'), value: format.phone(input.workerPhoneNumber) },
            { label: t('field.phoneNumber'), value: format.phone(input.phoneNumber) },
            { label: t('field.workerGender'), value: enums(`gender.${input.workerGender}`) },
            { label: t('field.workerLanguage'), value: enums(`workerLanguage.${input.workerLanguage}`) },
            { label: t('field.employeeMatricule'), value: input.employeeMatricule },
            { label: t('field.superiorId'), value: draft.superiorName },
          ]}
        />
      </SummaryPart>
      <SummaryPart title={t('summary.incapacity')} onChange={() => onStep('incapacity')}>
        <DescriptionList
          items={[
            { label: t('field.startDate'), value: format.date(input.startDate) },
            { label: t('field.endDate'), value: `${format.date(input.endDate)} (${t('incapacity.days', { count: days })})` },
            { label: t('field.incapacityType'), value: enums(`incapacityType.${input.incapacityType}`) },
            { label: t('field.certificateType'), value: enums(`certifType.${input.certificateType}`) },
            ...(facts.accidentDate === null
              ? []
              : [
                  {
                    label: t('field.accidentDate'),
                    value: [format.date(facts.accidentDate), facts.accidentTime].filter(Boolean).join(', '),
                  },
                ]),
            ...(isPartialIncapacity(input.incapacityType)
              ? [{ label: t('field.incapacityPercentage'), value: format.number(facts.incapacityPercentage) }]
              : []),
            { label: t('field.authorizedExit'), value: input.authorizedExit ? t('exit.yes') : t('exit.no') },
            { label: t('field.certificate'), value: draft.document?.fileName ?? t('summary.noCertificate') },
          ]}
        />
      </SummaryPart>
      <SummaryPart title={t('summary.check')} onChange={() => onStep('incapacity')}>
        <DescriptionList
          items={[
            { label: t('field.locationCheck'), value: enums(`checkLocation.${input.locationCheck}`) },
            {
              label: t('field.typeCheck'),
              value: t('summary.timing', { type: enums(`checkTiming.${input.typeCheck}`), when: t(`timing.${input.typeCheck}Hint`) }),
            },
          ]}
        />
        {input.typeCheck === 'Optimized' && isShortPeriod(input.startDate, input.endDate) && (
          <Alert tone="info" className="mt-3">
            {t('timing.short', { count: days })}
          </Alert>
        )}
      </SummaryPart>
      <SummaryPart title={t('summary.comments')} onChange={() => onStep('comments')}>
        {input.providerComment || input.doctorComment ? (
          <DescriptionList
            columns={1}
            items={[
              { label: t('field.providerComment'), value: <span className="whitespace-pre-line">{input.providerComment}</span> },
              { label: t('field.doctorComment'), value: <span className="whitespace-pre-line">{input.doctorComment}</span> },
            ].filter(({ value }) => value.props.children !== '')}
          />
        ) : (
          <p className="text-xs text-muted">{t('summary.noComments')}</p>
        )}
      </SummaryPart>
    </StepBody>
  );
}
