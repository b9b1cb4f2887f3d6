import { correctionEnd } from '@checkwell/domain/check/result/correction';
import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import type { VisitTap } from '@checkwell/domain/check/times/visit';
import { hasWorker } from '@checkwell/domain/check/worker-visibility';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { clock } from '../../lib/browser/time.ts';
import { notify, notifyError } from '../../lib/browser/toast.ts';
import { useKeptFocus } from '../../lib/browser/use-kept-focus.ts';
import { writeDraft } from '../../lib/forms/draft.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useKnownTitle } from '../../lib/records/known-title.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Attempts } from '../../ui/content/Attempts.tsx';
import { StateText } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SaidAddress } from '../../ui/employee/SaidAddress.tsx';
import { Deadlines } from '../../ui/law/Deadlines.tsx';
import { AttemptPanel } from './AttemptPanel.tsx';
import { CannotDialog } from './CannotDialog.tsx';
import { CorrectionPanel } from './CorrectionPanel.tsx';
import { HeldResult } from './held/HeldResult.tsx';
import { PastWorker, Worker } from './mission/MissionWorker.tsx';
import { type MissionFieldsFragment, SendResultDocument } from './missions.gql.ts';
import { missionQuery } from './missions.queries.ts';
import { attemptKeyOf, correctionKeyOf, forgetMission, reportKeyOf } from './outbox/mission-drafts.ts';
import { OutboxPanel } from './outbox/OutboxPanel.tsx';
import { outbox } from './outbox/outbox.ts';
import type { Action } from './outbox/outbox-actions.ts';
import { useAct, useOptimisticMission, useTaps } from './outbox/use-outbox.ts';
import { ResultPanel } from './ResultPanel.tsx';
import { fitFrom } from './result-form.ts';

/**
 * One mission: place, time and worker, then the report. Designed for a phone held in one hand.
 * @param comments the conversation of HR, planners and doctor
 */
export function MissionScreen({ id, comments }: { readonly id: string; readonly comments: ReactNode }) {
  const t = useTranslations('missions');
  const query = useQuery(missionQuery(id));
  const mission = query.data?.check;
  const known = useKnownTitle('check', id, query);
  return (
    <Page width="narrow">
      <PageHeader
        title={(mission ? mission.workerFullName : known) || t('detail.title')}
        back={{ to: '/missions', label: t('list.title') }}
      />
      {query.isPending && <Skeleton height="18rem" />}
      {!mission && <OutboxPanel missionId={id} />}
      {query.isError && !mission && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {mission && <Mission mission={mission} comments={comments} />}
    </Page>
  );
}

function Mission({ mission, comments }: { readonly mission: MissionFieldsFragment; readonly comments: ReactNode }) {
  const t = useTranslations('missions');
  const [step, setStep] = useState<'facts' | 'result' | 'attempt' | 'correction'>('facts');
  const [cannot, setCannot] = useState<'open' | 'EmployeeNotTold'>();
  const ahead = useOptimisticMission(mission);
  // While a result waits no other action is possible, unless the result is being taken back.
  const open = mission.resultDueAt === null || ahead.takeBack !== undefined;
  /** Whether the form of this action may be open, also while its content is being sent. */
  const mayGoOn = (action: (typeof mission.availableActions)[number]) => open && mission.availableActions.includes(action);
  const may = (action: (typeof mission.availableActions)[number]) => ahead.report === undefined && mayGoOn(action);
  const tapped = useTaps(mission);
  /** The refused action that the doctor is correcting. The outbox keeps it until it is sent again, so that a closed tab loses nothing. */
  const [corrected, setCorrected] = useState<Action>();
  const isOver = mission.status === 'Archived';
  const isCorrectable =
    mayGoOn('correctResult') && mission.archivedAt !== null && clock.now() < correctionEnd(new Date(mission.archivedAt));
  const { id, companyId } = mission;
  useEffect(() => {
    if (isOver) forgetMission({ id, companyId }, isCorrectable);
  }, [isOver, isCorrectable, id, companyId]);
  useKeptFocus(`${step} ${mission.status} ${mission.resultDueAt ?? ''} ${mission.resultAskedAt ?? ''} ${ahead.report?.seq ?? ''}`);
  const backToFacts = () => {
    setStep('facts');
    setCorrected(undefined);
  };
  const takeBack = useAct(mission);
  /**
   * Opens the form with what was typed. A refused action is kept until the form is sent; a waiting one is taken back if the server may have it, else
   * discarded.
   */
  const openAgain = (action: Action) => {
    const { work } = action;
    if (work?.kind === 'recordAttempt') {
      writeDraft(attemptKeyOf(mission), { bell: work.input.bell });
      setStep('attempt');
    } else if (work?.kind === 'recordResult' || (work?.kind === 'correctResult' && isCorrectable)) {
      writeDraft((work.kind === 'recordResult' ? reportKeyOf : correctionKeyOf)(mission), work.typed);
      setStep(work.kind === 'recordResult' ? 'result' : 'correction');
    }
    if (action.state === 'refused') setCorrected(action);
    else if (action.tried) takeBack.act({ kind: 'takeBackResult', version: ahead.version });
    else void outbox.discard(action).catch(notifyError);
  };
  const done = () => {
    if (corrected) void outbox.discard(corrected).catch(notifyError);
    backToFacts();
  };
  const reportNotTold = () => {
    setStep('facts');
    setCannot('EmployeeNotTold');
  };
  if (step === 'attempt' && mayGoOn('recordAttempt') && hasWorker(mission))
    return (
      <AttemptPanel
        mission={mission}
        version={ahead.version}
        earlier={corrected?.work?.kind === 'recordAttempt' ? corrected.work : undefined}
        onBack={backToFacts}
        onDone={done}
      />
    );
  if (step === 'correction' && (isCorrectable || isRevisable(mission)) && hasWorker(mission))
    return <CorrectionPanel mission={mission} version={ahead.version} onBack={backToFacts} onDone={done} />;
  if (step === 'result' && mayGoOn('recordResult') && hasWorker(mission)) {
    return (
      <ResultPanel
        mission={mission}
        version={ahead.version}
        times={tapped.times}
        onBack={backToFacts}
        onDone={done}
        onNotTold={reportNotTold}
        onNobodyHome={() => setStep('attempt')}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <OutboxPanel missionId={id} onCorrect={openAgain} />
      {ahead.report && (
        <Unsent report={ahead.report} onChange={ahead.report.name === 'recordResult' || !ahead.report.tried ? openAgain : undefined} />
      )}
      {!ahead.report && !ahead.takeBack && <Unread mission={mission} onCorrect={() => setStep('correction')} />}
      {isOver && (
        <Outcome mission={mission} onCorrect={isCorrectable && ahead.report === undefined ? () => setStep('correction') : undefined} />
      )}
      <When mission={mission} />
      {may('recordResult') && <Visit visit={tapped} mission={mission} onNobodyHome={() => setStep('attempt')} />}
      <Attempts attempts={mission.attempts} />
      {hasWorker(mission) ? <Worker mission={mission} /> : <PastWorker mission={mission} />}
      <SaidAddress said={mission.saidAddress} reader="doctor" />
      <Deadlines deadlines={mission.deadlines} />
      {comments}
      {may('recordResult') && (
        <div className="sticky bottom-(--bottom-nav,0px) short:static -mx-4 border-t border-line bg-surface px-4 py-3 sm:static sm:mx-0 sm:rounded-lg sm:border">
          <Button variant="primary" size="lg" icon="clipboard" fullWidth onClick={() => setStep('result')}>
            {t('detail.report')}
          </Button>
        </div>
      )}
      {(may('recordResult') || may('markNonOperable') || may('reportProblem')) && (
        <Button variant="secondary" size="lg" fullWidth onClick={() => setCannot('open')}>
          {t('detail.cannot')}
        </Button>
      )}
      <CannotDialog
        // A new reason begins a new form.
        key={cannot}
        mission={mission}
        because={cannot === 'EmployeeNotTold' ? cannot : undefined}
        open={cannot !== undefined}
        onClose={() => setCannot(undefined)}
      />
    </div>
  );
}

/** Time, place and fee of the mission. */
function When({ mission }: { readonly mission: MissionFieldsFragment }) {
  const t = useTranslations('missions', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <Card title={t('detail.when')}>
      <DescriptionList
        items={[
          {
            label: t('checkFields:appointmentStart'),
            value: mission.appointmentStart && `${format.momentLong(mission.appointmentStart)} – ${format.time(mission.appointmentEnd)}`,
            wide: true,
          },
          { label: t('checkFields:checkLocation'), value: enums(`checkLocation.${mission.checkLocation}`) },
          { label: t('checkFields:checkTiming'), value: enums(`checkTiming.${mission.checkTiming}`) },
          ...(mission.checkLocation === 'House'
            ? [
                {
                  label: t('detail.travel'),
                  value:
                    mission.distanceToCheck === null
                      ? null
                      : `${format.km(mission.distanceToCheck)} · ${format.minutes(mission.timeToCheck)}`,
                },
              ]
            : []),
          // The fee is known once the check is done.
          ...(mission.doctorTotalPrice === null ? [] : [{ label: t('detail.pay'), value: format.money(mission.doctorTotalPrice) }]),
        ]}
      />
    </Card>
  );
}

/** Whether the doctor may correct a result that is held back from the employer. */
const isRevisable = ({ heldResult, availableActions }: MissionFieldsFragment): boolean =>
  heldResult !== null && availableActions.includes('reviseResult');

/** A report that was sent and that the employer cannot read yet, because planners review it or it is not due. */
function Unread({ mission, onCorrect }: { readonly mission: MissionFieldsFragment; readonly onCorrect: () => void }) {
  const { heldResult, resultDueAt, resultHeldAt } = mission;
  if (heldResult) return <HeldResult mission={mission} held={heldResult} onCorrect={onCorrect} />;
  return resultDueAt && !resultHeldAt ? <Waiting mission={mission} dueAt={resultDueAt} /> : null;
}

/** A report that the employer can read from `dueAt` on, unless it is taken back before. */
function Waiting({ mission, dueAt }: { readonly mission: MissionFieldsFragment; readonly dueAt: string }) {
  const t = useTranslations('missions');
  const format = useFormat();
  const { id, version } = mission;
  const takeBack = useAct(mission, { success: t('waiting.takenBack') });
  const send = useGqlChange(SendResultDocument, {
    topics: ['check'],
    onSuccess: ({ sendResult }) => notify('success', t(sendResult.resultHeldAt === null ? 'result.saved' : 'held.saved')),
  });
  const busy = takeBack.isPending || send.isPending;
  return (
    <Card title={t('waiting.title')}>
      <p className="text-sm" role="status">
        {t('waiting.text', { time: format.time(new Date(dueAt)) })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="lg"
          icon="rotate"
          loading={takeBack.isPending}
          disabled={busy}
          onClick={() => takeBack.act({ kind: 'takeBackResult', version })}
        >
          {t('waiting.takeBack')}
        </Button>
        <Button size="lg" loading={send.isPending} disabled={busy} onClick={() => send.mutate({ id, version })}>
          {t('waiting.send')}
        </Button>
      </div>
    </Card>
  );
}

/** A report or a correction that this phone keeps until it can be sent. @param onChange absent when the server may have it, so that it cannot be changed */
function Unsent({ report, onChange }: { readonly report: Action; readonly onChange: ((report: Action) => void) | undefined }) {
  const t = useTranslations('missions');
  return (
    <Card title={t('outbox.reportTitle')}>
      <p className="text-sm">{t('outbox.reportText')}</p>
      {onChange && (
        <Button className="mt-3" size="lg" icon="edit" onClick={() => onChange(report)}>
          {t('outbox.change')}
        </Button>
      )}
    </Card>
  );
}

/** Buttons for the times of the report: on the way, arrived, left. */
function Visit({
  visit: { times, tap, undo, busy },
  mission: { checkLocation, visitReceivedAt, availableActions },
  onNobodyHome,
}: {
  readonly visit: ReturnType<typeof useTaps>;
  readonly mission: MissionFieldsFragment;
  readonly onNobodyHome: () => void;
}) {
  const t = useTranslations('missions');
  const format = useFormat();
  const { onMyWayAt, arrivedAt, leftAt } = times;
  const atHome = checkLocation === 'House';
  const steps: readonly { readonly tap: VisitTap; readonly label: 'setOut' | 'arrive' | 'begin' | 'leave' | 'end' }[] = [
    ...(atHome && onMyWayAt === null && arrivedAt === null ? [{ tap: 'onMyWay', label: 'setOut' } as const] : []),
    ...(arrivedAt === null ? [{ tap: 'arrived', label: atHome ? 'arrive' : 'begin' } as const] : []),
    ...(arrivedAt !== null && leftAt === null ? [{ tap: 'left', label: atHome ? 'leave' : 'end' } as const] : []),
  ];
  return (
    <Card title={t('visit.title')}>
      <p className="text-sm" role="status">
        {arrivedAt === null
          ? onMyWayAt === null
            ? t(atHome ? 'visit.homeHint' : 'visit.hint')
            : t('visit.onMyWay', { time: format.time(onMyWayAt) })
          : leftAt === null
            ? t('visit.arrived', { time: format.time(arrivedAt) })
            : t('visit.left', { from: format.time(arrivedAt), to: format.time(leftAt) })}
      </p>
      {visitReceivedAt !== null && <p className="mt-1 text-xs text-muted">{t('visit.sentLater')}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {steps.map(({ tap: step, label }) => (
          <Button key={step} size="lg" icon="clock" disabled={busy} onClick={() => tap(step)}>
            {t(`visit.${label}`)}
          </Button>
        ))}
        {availableActions.includes('recordAttempt') && (onMyWayAt ?? arrivedAt) !== null && (
          <Button size="lg" icon="bell" disabled={busy} onClick={onNobodyHome}>
            {t('attempt.open')}
          </Button>
        )}
        {(onMyWayAt ?? arrivedAt) !== null && (
          <Button size="lg" variant="ghost" disabled={busy} onClick={undo}>
            {t('visit.undo')}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** The doctor's report in the words that the employer reads, with the private note. */
function Outcome({ mission, onCorrect }: { readonly mission: MissionFieldsFragment; readonly onCorrect: (() => void) | undefined }) {
  const t = useTranslations('missions');
  const enums = useTranslations('enums');
  const format = useFormat();
  if (!mission.checkOccurence) return null;
  return (
    <Card title={t('outcome.title')} actions={<StateText tone="success">{t('outcome.sent')}</StateText>}>
      <p className="text-sm font-medium text-fg">{enums(occurenceKey(mission.checkOccurence, mission.checkLocation))}</p>
      {mission.newIncapacityEndDate && mission.earlyReturn && (
        <p className="mt-1 text-xs text-fg">{t('outcome.fitFrom', { date: format.date(fitFrom(mission.newIncapacityEndDate)) })}</p>
      )}
      {mission.workerDisagreement && <Alert tone="warning">{t('outcome.disagreement')}</Alert>}
      {mission.archiveComment && <p className="mt-2 text-xs whitespace-pre-line text-muted">{mission.archiveComment}</p>}
      {mission.medicalNote && (
        <details className="mt-3 text-xs">
          <summary className="cursor-pointer font-medium">{t('outcome.note')}</summary>
          <p className="mt-1 whitespace-pre-line">{mission.medicalNote}</p>
        </details>
      )}
      {onCorrect && (
        <Button className="mt-3" size="lg" icon="edit" onClick={onCorrect}>
          {t('correct.open')}
        </Button>
      )}
    </Card>
  );
}
