import { earlyReturnDays, vatOn } from '@checkwell/domain/check/price';
import { daysBetween } from '@checkwell/domain/clock';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../lib/format.ts';
import { useCan } from '../../lib/viewer.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { StatusBadge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Description, DescriptionList } from '../../ui/DescriptionList.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Page, PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CommentFacts, IncapacityFacts, Lines, useOrderFacts, WorkerFacts } from './CheckFacts.tsx';
import { CheckTimeline } from './CheckTimeline.tsx';
import type { CheckFieldsFragment } from './checks.gql.ts';
import { checkQuery } from './checks.queries.ts';
import { mayOrderAgain, type NextStep, nextStepsOf, outcomeOf, tookPlace } from './outcome.ts';
import { useOutcomeText } from './outcome-text.ts';

const route = getRouteApi('/_app/reports/$id');

/** The report of a check: the outcome in words, what to do with it, and every field that this person may see. */
export function ReportScreen() {
  const t = useWords('reports');
  const { id } = route.useParams();
  const query = useQuery(checkQuery(id));
  if (query.data) return <Report check={query.data.check} />;
  return (
    <Page>
      <PageHeader back={{ to: '/reports', label: t('detail.back') }} title={t('detail.result')} />
      <Card>
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={8} height="1.25rem" />}
      </Card>
    </Page>
  );
}

function Report({ check }: { check: CheckFieldsFragment }) {
  const t = useWords('reports');
  const checks = useWords('checks');
  const outcomeText = useOutcomeText();
  const canOrder = useCan('check.order');
  return (
    <Page>
      <PageHeader
        back={{ to: '/reports', label: t('detail.back') }}
        title={check.workerFullName}
        actions={
          canOrder &&
          mayOrderAgain(check) && (
            <LinkButton icon="plus" to="/checks/new" search={{ employeeId: check.employeeId }}>
              {t('detail.orderAgain')}
            </LinkButton>
          )
        }
      />
      {check.status !== 'Archived' && (
        <Alert
          tone="info"
          action={
            <LinkButton size="xs" to="/checks/$id" params={{ id: check.id }}>
              {t('common:view')}
            </LinkButton>
          }
        >
          {t('detail.open')}
        </Alert>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card>
            <StatusBadge tone={outcomeOf(check).tone}>{useOccurrenceText(check)}</StatusBadge>
            <p className="mt-2 text-lg font-semibold tracking-tight text-balance">{outcomeText(check)}</p>
            <OutcomeExplanation check={check} />
          </Card>
          <NextSteps check={check} />
          <ResultFacts check={check} />
          <WorkerFacts check={check} />
          <IncapacityFacts check={check} />
          <CommentFacts check={check} />
          <Card title={t('detail.order')}>
            <DescriptionList items={useOrderFacts(check)} />
          </Card>
          <PriceFacts check={check} />
        </div>
        <Card title={checks('detail.history')}>
          <CheckTimeline check={check} />
        </Card>
      </div>
    </Page>
  );
}

function useOccurrenceText({ checkOccurence }: CheckFieldsFragment): string {
  const t = useWords('reports');
  const enums = useWords('enums');
  return checkOccurence === null ? t('outcome.unknown') : enums(`checkOccurence.${checkOccurence}`);
}

function OutcomeExplanation({ check }: { check: CheckFieldsFragment }) {
  const t = useWords('reports');
  const format = useFormat();
  const text = (): string | null => {
    const { key } = outcomeOf(check);
    if (key === 'unknown') return null;
    if (key !== 'fit') return t(`outcomeText.${key}`);
    const end = check.newIncapacityEndDate;
    if (end === null) return t('outcomeText.denied');
    return t('outcomeText.fit', { date: format.date(end), days: format.days(daysBetween(end, check.incapacityEndDate)) });
  };
  return <p className="mt-1 text-sm text-pretty text-muted">{text()}</p>;
}

function NextSteps({ check }: { check: CheckFieldsFragment }) {
  const t = useWords('reports');
  const enums = useWords('enums');
  const format = useFormat();
  const date = format.date(outcomeOf(check).date);
  const text = (step: NextStep): string => {
    if (step !== 'byReason') return t(`next.${step}`, { date });
    return check.nonOperableReason === null ? '' : enums(`nonOperableNextStep.${check.nonOperableReason}`);
  };
  return (
    <Card title={t('next.title')}>
      <ul className="flex flex-col gap-2">
        {nextStepsOf(check).map((step) => (
          <li key={step} className="flex gap-2 text-xs">
            <Icon name="arrowRight" size={14} className="mt-0.5 text-brand-fg" />
            <span className="text-pretty">{text(step)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A fact that is only shown where there is one. */
const known = (value: unknown, fact: Description): Description[] => (value === null || value === '' ? [] : [fact]);

function ResultFacts({ check }: { check: CheckFieldsFragment }) {
  const t = useWords('reports');
  const checks = useWords('checks');
  const enums = useWords('enums');
  const format = useFormat();
  const yesNo = (value: boolean): string => t(value ? 'common:yes' : 'common:no');
  const reason = check.nonOperableReason;
  const performed = tookPlace(check);
  const saved =
    check.earlyReturn && check.newIncapacityEndDate !== null ? earlyReturnDays(check.incapacityEndDate, check.newIncapacityEndDate) : null;
  return (
    <Card title={t('detail.result')}>
      <DescriptionList
        items={[
          { label: t('field.checkOccurence'), value: useOccurrenceText(check) },
          ...known(reason, { label: t('field.nonOperableReason'), value: reason && enums(`nonOperableReason.${reason}`) }),
          ...(performed
            ? [
                { label: t('field.checkDate'), value: format.date(check.checkDate) },
                { label: t('field.checkTime'), value: check.checkTime },
              ]
            : known(check.appointmentStart, { label: checks('field.appointment'), value: format.dateTime(check.appointmentStart) })),
          { label: checks('field.checkTiming'), value: enums(`checkTiming.${check.checkTiming}`) },
          { label: checks('field.checkLocation'), value: enums(`checkLocation.${check.checkLocation}`) },
          { label: checks('field.doctorFullName'), value: check.doctorFullName },
          ...(performed
            ? [
                { label: t('field.newIncapacityEndDate'), value: format.date(check.newIncapacityEndDate) },
                { label: t('field.earlyReturn'), value: yesNo(check.earlyReturn) },
                ...known(saved, { label: t('field.daysSaved'), value: format.days(saved) }),
                { label: t('field.workerDisagreement'), value: yesNo(check.workerDisagreement) },
                { label: t('field.secondCheckNeeded'), value: yesNo(check.secondCheckNeeded) },
                { label: t('field.prolongationNeeded'), value: yesNo(check.prolongationNeeded) },
                { label: t('field.distanceToCheck'), value: format.km(check.distanceToCheck) },
                { label: t('field.timeToCheck'), value: format.minutes(check.timeToCheck) },
                { label: t('field.examinationMinutes'), value: format.minutes(check.examinationMinutes) },
              ]
            : []),
          { label: t('field.archivedAt'), value: format.dateTime(check.archivedAt) },
          { label: t('field.resultSentBy'), value: check.resultSentBy === 'system' ? checks('eventBy.system') : check.resultSentBy },
          ...known(check.archiveComment, { label: t('field.archiveComment'), value: <Lines text={check.archiveComment} />, wide: true }),
        ]}
      />
    </Card>
  );
}

function PriceFacts({ check }: { check: CheckFieldsFragment }) {
  const t = useWords('reports');
  const format = useFormat();
  const price = check.companyTotalPrice;
  const items = [
    ...(price === null
      ? []
      : [
          { label: t('field.companyTotalPrice'), value: format.money(price) },
          { label: t('field.vat', { percent: format.number(VAT_PERCENT) }), value: format.money(vatOn(price)) },
          { label: t('field.total'), value: format.money(price + vatOn(price)) },
        ]),
    // What the doctor is paid and rated is the provider's (domain.md 4.6): null for everybody else.
    ...known(check.doctorTotalPrice, { label: t('field.doctorTotalPrice'), value: format.money(check.doctorTotalPrice) }),
    ...known(check.doctorTravelCosts, { label: t('field.doctorTravelCosts'), value: format.money(check.doctorTravelCosts) }),
    ...known(check.doctorExtraCosts, { label: t('field.doctorExtraCosts'), value: format.money(check.doctorExtraCosts) }),
    ...known(check.doctorReactivity, { label: t('field.doctorReactivity'), value: format.minutes(check.doctorReactivity) }),
    ...known(check.doctorEfficiency, {
      label: t('field.doctorEfficiency'),
      value: check.doctorEfficiency === null ? null : format.percent(check.doctorEfficiency / 100, 0),
    }),
  ];
  if (items.length === 0) return null;
  return (
    <Card title={t('detail.cost')}>
      <DescriptionList columns={3} items={items} />
    </Card>
  );
}
