import { isDecisionNews } from '@checkwell/domain/check/employee-news';
import { evidenceFilePath } from '@checkwell/domain/check/evidence/evidence';
import { reportFacts } from '@checkwell/domain/check/facts';
import { correctionsOf } from '@checkwell/domain/check/result/correction-lines';
import { explanationOf, OUTCOME_TONES, occurenceKey, outcomeOf } from '@checkwell/domain/check/result/outcome';
import { mayOrderAgain } from '@checkwell/domain/check/result/outcome-steps';
import { mayHaveArrived } from '@checkwell/domain/check/times/told';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useDownload } from '../../lib/api/download.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useKnownTitle } from '../../lib/records/known-title.ts';
import { useOutcomeText } from '../../lib/records/outcome-text.ts';
import { useCompanyOf } from '../../lib/session/use-company-of.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Attempts } from '../../ui/content/Attempts.tsx';
import { StateText } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { useEmployeeMessageText } from '../../ui/content/EmployeeTold.tsx';
import { FactList } from '../../ui/content/FactList.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { QueryState } from '../../ui/content/QueryState.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Deadlines } from '../../ui/law/Deadlines.tsx';
import { CommentFacts, IncapacityFacts, OrderFacts, WorkerFacts } from './CheckFacts.tsx';
import { CheckTimeline } from './CheckTimeline.tsx';
import { CommentGate } from './CommentGate.tsx';
import { checkQuery, type WholeCheck } from './check.queries.ts';
import { ArbitrationCard, ArbitrationDialog, RulingDialog } from './dispute/ArbitrationCard.tsx';
import { DISPUTE_FACTS } from './dispute/dispute-facts.ts';
import { ExcuseCard, ExcuseDialog, WithdrawExcuseDialog } from './dispute/ExcuseCard.tsx';
import { SentCertificates } from './from-employee/SentCertificates.tsx';
import { TravelClaim } from './from-employee/TravelClaim.tsx';
import { LegalHold } from './LegalHold.tsx';
import { NextSteps } from './NextSteps.tsx';

const route = getRouteApi('/_app/reports/$id');

/** Deadlines that `NextSteps` shows, with the last day. */
const IN_NEXT_STEPS = ['arbitration', 'arbitrationRuling', 'rulingDue'] as const;

/** The report of a check: the outcome in words, the next steps, and every field that the viewer may see. */
export function ReportScreen({ comments }: { readonly comments: ReactNode }) {
  const t = useTranslations('reports');
  const { id } = route.useParams();
  const query = useQuery(checkQuery(id));
  const check = query.data?.check;
  const known = useKnownTitle('check', id, query);
  useCompanyOf(check?.companyId);
  return (
    <Page>
      {/* The same heading while the report loads and afterwards, so that it keeps the focus. */}
      <PageHeader
        back={{ to: '/reports', label: t('detail.back') }}
        title={check?.workerFullName ?? known ?? t('detail.result')}
        actions={check && <Actions check={check} />}
      />
      {check ? (
        <Report check={check} comments={comments} />
      ) : (
        <Card>
          <QueryState query={query} lines={8} height="1.25rem" />
        </Card>
      )}
    </Page>
  );
}

function Actions({ check }: { check: WholeCheck }) {
  const t = useTranslations('reports');
  const canOrder = useCan('check.order');
  const seesPayment = useCan('payment.read');
  const canProve = useCan('check.evidence');
  return (
    <>
      {check.status === 'Archived' && (
        <DocumentButton path={`/v1/api/checks/${check.id}/report.pdf`} name={t('pdf.fileName')} label={t('pdf.download')} />
      )}
      {check.status === 'Archived' && check.checkOccurence !== 'Deleted' && check.erasedAt === null && canProve && (
        <DocumentButton path={evidenceFilePath(check.id)} name={t('evidencePack.fileName')} label={t('evidencePack.download')} />
      )}
      {seesPayment && check.source === 'OneShot' && (
        <LinkButton to="/planning/$id" params={{ id: check.id }}>
          {t('detail.payment')}
        </LinkButton>
      )}
      {canOrder && check.erasedAt === null && check.employeeId !== null && mayOrderAgain(check) && (
        <LinkButton icon="plus" to="/checks/new" search={{ parentCheckId: check.id }}>
          {t('detail.orderAgain')}
        </LinkButton>
      )}
    </>
  );
}

/** The dialogs about a dispute. The page holds them, so that a live change which removes their card does not close them. */
const DIALOGS = {
  arbitration: ArbitrationDialog,
  ruling: RulingDialog,
  excuse: ExcuseDialog,
  withdrawExcuse: WithdrawExcuseDialog,
} as const;

function Report({ check, comments }: { readonly check: WholeCheck; readonly comments: ReactNode }) {
  const t = useTranslations('reports');
  const checks = useTranslations('checks');
  const facts = new Map(reportFacts(check).map((part) => [part.section, part.facts]));
  const cost = facts.get('cost');
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const Dialog = open && DIALOGS[open];
  return (
    <>
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
      {check.erasedAt !== null && <Alert tone="info">{t('erased')}</Alert>}
      {/* The first screen shows the verdict, the next steps and the price. The side column spans both rows. */}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <UntoldDecision check={check} />
          <OutcomeCard check={check} />
          {check.arbitrationAskedBy !== null && <ArbitrationCard check={check} onRecord={setOpen} />}
          {check.noShowExcuse !== null && <ExcuseCard check={check} onDecide={setOpen} />}
          <CommentGate key={check.commentReview} check={check} />
          <NextSteps check={check} />
          <CorrectionsCard check={check} />
          <SentCertificates check={check} />
          <TravelClaim check={check} />
          <Deadlines deadlines={check.deadlines} without={IN_NEXT_STEPS} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {cost && (
            <Card title={t('detail.cost')}>
              <FactList facts={cost} />
            </Card>
          )}
          <Card title={t('detail.result')}>
            <FactList facts={(facts.get('result') ?? []).filter(({ key }) => !DISPUTE_FACTS.has(key))} />
          </Card>
          <EmployeeMessagesCard check={check} />
          <Attempts attempts={check.attempts} />
          <Card title={checks('detail.history')}>
            <CheckTimeline check={check} />
          </Card>
          {check.arbitrationAskedBy === null && <ArbitrationCard check={check} onRecord={setOpen} />}
          {check.noShowExcuse === null && <ExcuseCard check={check} onDecide={setOpen} />}
          <LegalHold check={check} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {comments}
          <WorkerFacts check={check} />
          <IncapacityFacts check={check} />
          <CommentFacts check={check} />
          <Card title={t('detail.order')}>
            <OrderFacts check={check} />
          </Card>
        </div>
      </div>
      {Dialog && <Dialog check={check} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Corrections and rulings that came after the employer could read the report; empty when there are none. */
function CorrectionsCard({ check }: { check: WholeCheck }) {
  const t = useTranslations('reports');
  const enums = useTranslations('enums');
  const format = useFormat();
  const corrections = correctionsOf(check.events, check);
  if (corrections.length === 0) return null;
  return (
    <Card title={t('correction.title')}>
      <ul className="flex flex-col gap-4">
        {corrections.map(({ at, reason, replaced }) => (
          <li key={at} className="flex flex-col gap-2">
            <p className="text-sm">{t('correction.line', { moment: format.dateTime(at), reason: enums(`correctionReason.${reason}`) })}</p>
            {replaced.length > 0 && (
              <section aria-label={t('correction.before')}>
                <p className="mb-1 text-xs text-muted">{t('correction.before')}</p>
                <FactList facts={replaced} />
              </section>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A document about the check, in the reader's language. */
function DocumentButton({ path, name, label }: { readonly path: string; readonly name: string; readonly label: string }) {
  const language = useLanguage();
  const { progress, start } = useDownload();
  return (
    <Button icon="download" loading={progress !== null} onClick={() => start({ path, query: { language }, fallbackName: `${name}.pdf` })}>
      {label}
    </Button>
  );
}

/** Tells planners that the employee was not notified of the last decision, and offers to do so. */
function UntoldDecision({ check }: { check: WholeCheck }) {
  const t = useTranslations('planning');
  const mayTell = useCan('check.notifyEmployee');
  const told = check.employeeMessages.filter(({ current, news }) => current && isDecisionNews(news));
  if (!mayTell || told.length === 0 || told.some(mayHaveArrived)) return null;
  return (
    <Alert
      tone="warning"
      action={
        <LinkButton size="xs" to="/planning/$id" params={{ id: check.id }}>
          {t('common:view')}
        </LinkButton>
      }
    >
      {t('decision.untold')}
    </Alert>
  );
}

/** How the employee was notified of the appointment; empty when nobody had to be notified. */
function EmployeeMessagesCard({ check }: { check: WholeCheck }) {
  const t = useTranslations('checks');
  const text = useEmployeeMessageText();
  const employeeMessages = check.employeeMessages.filter(({ current, news }) => current && !isDecisionNews(news));
  if (employeeMessages.length === 0) return null;
  return (
    <Card title={t('employeeMessages.title')}>
      <ul className="flex flex-col gap-1 text-sm">
        {employeeMessages.map((message) => (
          <li key={message.id}>{text(message)}</li>
        ))}
      </ul>
    </Card>
  );
}

function OutcomeCard({ check }: { check: WholeCheck }) {
  const t = useTranslations('reports');
  const enums = useTranslations('enums');
  const format = useFormat();
  const outcomeText = useOutcomeText();
  const { key } = outcomeOf(check);
  const explanation = explanationOf(check);
  return (
    <Card>
      <StateText tone={OUTCOME_TONES[key]}>
        {check.checkOccurence === null ? t('outcome.unknown') : enums(occurenceKey(check.checkOccurence, check.checkLocation))}
      </StateText>
      <p className="mt-2 text-lg font-semibold tracking-tight text-balance">{outcomeText(check)}</p>
      {explanation && (
        <p className="mt-1 text-sm text-pretty text-muted">
          {explanation.key === 'fit'
            ? t('outcomeText.fit', { date: format.date(explanation.date), days: format.days(explanation.days) })
            : t(`outcomeText.${explanation.key}`)}
        </p>
      )}
    </Card>
  );
}
