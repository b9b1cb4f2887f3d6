import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { saveFile } from '../../lib/http.ts';
import { notifyError } from '../../lib/toast.ts';
import { useWords } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Description, DescriptionList } from '../../ui/DescriptionList.tsx';
import type { CheckFieldsFragment } from './checks.gql.ts';

type Check = CheckFieldsFragment;

/** A fact that is only shown where there is one: hidden by the policy, or not asked for this check. */
const known = (value: unknown, fact: Description): Description[] => (value === null || value === '' ? [] : [fact]);

/** Who is checked, as far as this person may see it. */
export function WorkerFacts({ check }: { check: Check }) {
  const t = useWords('checks');
  const enums = useWords('enums');
  return (
    <Card title={t('detail.worker')}>
      <DescriptionList
        items={[
          { label: t('field.workerFullName'), value: check.workerFullName },
          { label: t('field.workerExternalId'), value: check.workerExternalId },
          { label: t('field.workerAddress'), value: check.workerAddress, wide: true },
          { label: t('field.workerPhoneNumber'), value: <Phone number={check.workerPhoneNumber} /> },
          { label: t('field.phoneNumber'), value: <Phone number={check.phoneNumber} /> },
          { label: t('field.workerGender'), value: enums(`gender.${check.workerGender}`) },
          { label: t('field.workerLanguage'), value: enums(`workerLanguage.${check.workerLanguage}`) },
          { label: t('field.companyName'), value: check.companyName },
          ...known(check.subEmployee, { label: t('field.subEmployee'), value: check.subEmployee }),
          ...known(check.workerNISS, { label: t('field.workerNISS'), value: check.workerNISS }),
        ]}
      />
    </Card>
  );
}

function Phone({ number }: { number: string }) {
  const format = useFormat();
  if (!number) return '–';
  return (
    <a href={`tel:${number}`} className="text-brand-fg hover:underline">
      {format.phone(number)}
    </a>
  );
}

/** The incapacity as it was declared, with the certificate. */
export function IncapacityFacts({ check }: { check: Check }) {
  const t = useWords('checks');
  const enums = useWords('enums');
  const format = useFormat();
  const yesNo = (value: boolean): string => t(value ? 'common:yes' : 'common:no');
  const accident = check.accidentDate === null ? null : [format.date(check.accidentDate), check.accidentTime].filter(Boolean).join(', ');
  return (
    <Card title={t('detail.incapacity')} actions={check.document && <DocumentButton document={check.document} />}>
      <DescriptionList
        items={[
          { label: t('field.period'), value: format.dateRange(check.incapacityStartDate, check.incapacityEndDate) },
          { label: t('field.incapacityType'), value: enums(`incapacityType.${check.incapacityType}`) },
          { label: t('field.certificateType'), value: enums(`certifType.${check.certificateType}`) },
          { label: t('field.authorizedExit'), value: yesNo(check.authorizedExit) },
          { label: t('field.incapacityPercentage'), value: format.percent(check.incapacityPercentage / 100, 0) },
          ...known(accident, { label: t('field.accident'), value: accident }),
          ...known(check.injuryDifference, { label: t('field.injuryDifference'), value: yesNo(check.injuryDifference ?? false) }),
          // Only accidents are asked about; elsewhere it would be a fact about nothing (domain.md 4.4).
          ...(check.checkPlausibility === 'Unknown' && accident === null
            ? []
            : [{ label: t('field.checkPlausibility'), value: enums(`checkPlausibility.${check.checkPlausibility}`) }]),
        ]}
      />
    </Card>
  );
}

function DocumentButton({ document }: { document: NonNullable<Check['document']> }) {
  const t = useWords('checks');
  // The address asks for the bearer header, so the browser cannot open it as a link.
  const download = useMutation({ mutationFn: () => saveFile(document.url, { fallbackName: document.fileName }), onError: notifyError });
  return (
    <Button size="xs" icon="download" loading={download.isPending} onClick={() => download.mutate()} title={document.fileName}>
      {t('detail.open')}
    </Button>
  );
}

/** Comments as far as this person may read them. */
export function CommentFacts({ check }: { check: Check }): ReactNode {
  const t = useWords('checks');
  const items = [
    ...known(check.providerComment, { label: t('field.providerComment'), value: <Lines text={check.providerComment} /> }),
    ...known(check.doctorComment, { label: t('field.doctorComment'), value: <Lines text={check.doctorComment} /> }),
  ];
  if (items.length === 0) return null;
  return (
    <Card title={t('detail.comments')}>
      <DescriptionList columns={1} items={items} />
    </Card>
  );
}

/** Text as it was typed. */
export function Lines({ text }: { text: string | null }) {
  return <span className="whitespace-pre-line">{text}</span>;
}

/** Where the order came from, and who receives the report. */
export function useOrderFacts(check: Check): readonly Description[] {
  const t = useWords('checks');
  const enums = useWords('enums');
  const format = useFormat();
  return [
    { label: t('field.creationDate'), value: format.dateTime(check.creationDate) },
    { label: t('field.modificationDate'), value: format.dateTime(check.modificationDate) },
    { label: t('field.source'), value: enums(`checkSource.${check.source}`) },
    { label: t('field.isRandom'), value: t(check.isRandom ? 'common:yes' : 'common:no') },
    { label: t('field.superiorFullName'), value: check.superiorFullName },
    { label: t('field.superiorEmail'), value: check.superiorEmail },
    ...known(check.superiorLg, { label: t('field.superiorLg'), value: check.superiorLg && enums(`interfaceLanguage.${check.superiorLg}`) }),
  ];
}
