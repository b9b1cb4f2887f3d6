import { factsOf, linesOf } from '@checkwell/domain/check/facts';
import { EVENT_NOTES } from '@checkwell/domain/check/notes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useEventLine } from '../../lib/records/check-events.ts';
import { useKnownTitle } from '../../lib/records/known-title.ts';
import { STATUS_TONES } from '../../lib/records/status-tones.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Attempts } from '../../ui/content/Attempts.tsx';
import { State } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { cx } from '../../ui/content/cx.ts';
import { EmployeeTold, useEmployeeMessageItems } from '../../ui/content/EmployeeTold.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { FactList } from '../../ui/content/FactList.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Timeline, type TimelineItem } from '../../ui/content/Timeline.tsx';
import { Undelivered } from '../../ui/content/Undelivered.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SaidAddress } from '../../ui/employee/SaidAddress.tsx';
import { Deadlines } from '../../ui/law/Deadlines.tsx';
import { useLinkedChecks } from '../../ui/links/linked-checks.tsx';
import { DoctorFinder } from './DoctorFinder.tsx';
import { CallDialog, Calls } from './employee-messages/Calls.tsx';
import { DecisionTold } from './employee-messages/DecisionTold.tsx';
import { LetterDialog, Letters, WaysLeft } from './employee-messages/Letters.tsx';
import { type HeldAnswer, HeldResultCard, HeldResultDialog } from './held/HeldResultCard.tsx';
import { OffersCard } from './OffersCard.tsx';
import { PaymentCard } from './PaymentCard.tsx';
import { type CancelDialog, PlanningActions } from './PlanningActions.tsx';
import { ReviewSaidAddressDocument } from './planning.gql.ts';
import { type PlanningCheck, planningCheckQuery } from './planning.queries.ts';

interface PlanningCheckScreenProps {
  readonly id: string;
  readonly cancelDialog: CancelDialog;
  /** What HR, planners and doctor write to each other about the check. */
  readonly comments: ReactNode;
}

/** A dialog of a card. The page holds it, so that a live change which removes the card does not close it. */
type OpenDialog = 'call' | 'letter' | HeldAnswer;

/** One order for a planner: its facts on one side, the doctors who could do it on the other. */
export function PlanningCheckScreen({ id, cancelDialog, comments }: PlanningCheckScreenProps) {
  const t = useTranslations('planning');
  const enums = useTranslations('enums');
  const query = useQuery(planningCheckQuery(id));
  const check = query.data?.check;
  const known = useKnownTitle('check', id, query);
  const [open, setOpen] = useState<OpenDialog>();
  return (
    <Page>
      <PageHeader
        title={check?.workerFullName ?? known ?? t('detail.facts')}
        subtitle={check?.companyName}
        back={{ to: '/planning', label: t('detail.back') }}
        badge={check && <State tone={STATUS_TONES[check.status]}>{enums(`checkStatus.${check.status}`)}</State>}
        actions={check && <PlanningActions check={check} cancelDialog={cancelDialog} />}
      />
      {query.isPending && <Skeleton height="24rem" />}
      {query.isError && !check && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {check && <CheckPanels check={check} comments={comments} onOpen={setOpen} />}
      {check && open && <CardDialog key={open} open={open} check={check} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

interface CardDialogProps {
  readonly open: OpenDialog;
  readonly check: PlanningCheck;
  readonly onClose: () => void;
}

function CardDialog({ open, ...props }: CardDialogProps) {
  switch (open) {
    case 'call':
      return <CallDialog {...props} />;
    case 'letter':
      return <LetterDialog {...props} />;
    case 'release':
    case 'ask':
      return <HeldResultDialog answer={open} {...props} />;
  }
}

interface CheckPanelsProps {
  readonly check: PlanningCheck;
  readonly comments: ReactNode;
  readonly onOpen: (dialog: OpenDialog) => void;
}

const inOrder = (lines: readonly { readonly at: string; readonly item: TimelineItem }[]): TimelineItem[] =>
  [...lines].sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).map(({ item }) => item);

function CheckPanels({ check, comments, onOpen }: CheckPanelsProps) {
  const t = useTranslations('planning');
  const enums = useTranslations('enums');
  const checks = useTranslations('checks');
  const format = useFormat();
  const mayPlan = check.availableActions.includes('schedule') || check.availableActions.includes('reschedule');
  const travel = { km: format.km(check.distanceToCheck), minutes: format.minutes(check.timeToCheck) };
  const employeeMessageItems = useEmployeeMessageItems();
  const call = () => onOpen('call');
  const post = () => onOpen('letter');
  const lineOf = useEventLine();
  const history = (
    <Card title={t('detail.history')}>
      <Timeline
        label={t('detail.history')}
        items={inOrder([
          ...employeeMessageItems(check.employeeMessages),
          ...check.events.map((event) => {
            const { by, ...line } = lineOf(event);
            return {
              at: event.at,
              item: {
                id: event.id,
                ...line,
                time: <time dateTime={event.at}>{format.dateTime(event.at)}</time>,
                body: (
                  <>
                    <span className="block">{by}</span>
                    {[
                      event.correctionReason && enums(`correctionReason.${event.correctionReason}`),
                      event.reason,
                      event.detailsErased && checks('erased'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                    {event.findings.map((rule) => (
                      <span key={rule} className="block text-fg">
                        {enums(`qualityRule.${rule}`)}
                      </span>
                    ))}
                    {EVENT_NOTES.filter((note) => event.notes.includes(note)).map((note) => (
                      <span key={note} className="block text-fg">
                        {t(`note.${note}`)}
                      </span>
                    ))}
                  </>
                ),
              },
            };
          }),
        ])}
      />
    </Card>
  );
  const linkedChecks = useLinkedChecks({ earlier: '/reports/$id', later: '/planning/$id' });
  const onTheWay = linesOf(check, ['onMyWayAt', 'arrivedAt', 'leftAt']);
  const hasNotes =
    check.undelivered.length > 0 || check.problemReason !== null || check.resultDueAt !== null || check.status === 'WaitingForCheck';
  const notes = hasNotes && (
    <div className="flex min-w-0 flex-col gap-4">
      {check.problemReason && (
        <Alert tone="warning" title={enums(`problemReason.${check.problemReason}`)}>
          {check.problemOwner && enums(`problemOwner.${check.problemOwner}`)}
          {check.problemComment && <p className="mt-1 whitespace-pre-line">{check.problemComment}</p>}
        </Alert>
      )}
      <Undelivered messages={check.undelivered} />
      {check.heldResult && <HeldResultCard check={check} held={check.heldResult} onAnswer={onOpen} />}
      {check.resultDueAt && !check.resultHeldAt && (
        <Alert tone="info">{t('detail.resultWaits', { time: format.time(new Date(check.resultDueAt)) })}</Alert>
      )}
      {check.status === 'WaitingForCheck' && (
        <Card title={t('detail.appointment')}>
          <p className="text-sm font-medium text-fg">
            {t('detail.with', {
              doctor: check.doctorFullName,
              moment: format.momentLong(check.appointmentStart),
            })}
          </p>
          {check.distanceToCheck !== null && (
            <p className="mt-1 text-xs text-muted">
              {check.checkLocation === 'House' ? t('detail.travelHouse', travel) : t('detail.travelOffice', travel)}
            </p>
          )}
          {onTheWay.length > 0 && <FactList facts={onTheWay} />}
          <EmployeeTold check={check} />
          <WaysLeft check={check} />
          <Calls check={check} onCall={call} />
          <Letters check={check} onPost={post} />
        </Card>
      )}
    </div>
  );
  const facts = (
    <>
      <Attempts attempts={check.attempts} />
      <Deadlines deadlines={check.deadlines} />
      <Card title={t('detail.worker')}>
        <FactList facts={factsOf(check, 'worker')} />
      </Card>
      <SaidAddress said={check.saidAddress} reader="planner">
        <Review check={check} />
      </SaidAddress>
    </>
  );
  const order = (
    <Card title={t('detail.facts')}>
      <FactList
        facts={[
          ...linesOf(check, ['checkTiming', 'checkLocation']),
          ...factsOf(check, 'incapacity'),
          ...factsOf(check, 'comments'),
          ...linesOf(check, ['creationDate', 'source', 'superiorFullName']),
        ]}
        more={linkedChecks(check)}
      />
    </Card>
  );
  const payment = check.source === 'OneShot' && <PaymentCard check={check} />;
  // When no doctor is needed, the history has the large column, as on the employer's page.
  if (!mayPlan)
    return (
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {notes}
          <DecisionTold check={check} onCall={call} onPost={post} />
          {check.status === 'Reception' && <Alert tone="info">{t('find.startFirst')}</Alert>}
          {payment}
          {comments}
          {history}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {facts}
          {order}
        </div>
      </div>
    );
  // On a phone the doctors come before the facts of the order, because planners open the page for them.
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      {notes}
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {check.status === 'Planning' && <OffersCard check={check} />}
        <DoctorFinder check={check} />
        {payment}
      </div>
      <div className={cx('flex min-w-0 flex-col gap-4 lg:col-start-1', hasNotes ? 'lg:row-start-2' : 'lg:row-span-2 lg:row-start-1')}>
        {facts}
        {order}
        {comments}
        {history}
      </div>
    </div>
  );
}

/** Marks an address that the employee reported as handled. */
function Review({ check: { id, saidAddress } }: { readonly check: PlanningCheck }) {
  const t = useTranslations('saidAddress');
  const review = useGqlChange(ReviewSaidAddressDocument, { topics: ['check'], success: t('reviewed') });
  if (saidAddress === null) return null;
  return (
    <div className="mt-2">
      <Button loading={review.isPending} onClick={() => review.mutate({ id, saidAt: saidAddress.saidAt })}>
        {t('review')}
      </Button>
    </div>
  );
}
