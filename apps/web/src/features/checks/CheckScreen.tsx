import { isAppointmentOff } from '@checkwell/domain/check/notices';
import { vatOn } from '@checkwell/domain/check/price/price';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useKnownTitle } from '../../lib/records/known-title.ts';
import { useCompanyOf } from '../../lib/session/use-company-of.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { QueryState } from '../../ui/content/QueryState.tsx';
import { Undelivered } from '../../ui/content/Undelivered.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Deadlines } from '../../ui/law/Deadlines.tsx';
import { CommentFacts, IncapacityFacts, OrderFacts, WorkerFacts } from './CheckFacts.tsx';
import { CheckStatusText } from './CheckStatusText.tsx';
import { CheckTimeline } from './CheckTimeline.tsx';
import { CancelDialog } from './change/CancelDialog.tsx';
import { ModifyDialog } from './change/ModifyDialog.tsx';
import { ProblemPanel } from './change/ProblemPanel.tsx';
import { ResolveDialog } from './change/ResolveDialog.tsx';
import { checkQuery, type WholeCheck } from './check.queries.ts';
import { whenOf } from './check-display.ts';
import { SentCertificates } from './from-employee/SentCertificates.tsx';
import { TravelClaim } from './from-employee/TravelClaim.tsx';
import { NextCard } from './NextCard.tsx';

const route = getRouteApi('/_app/checks/$id');

/**
 * One check in progress: the next step, the history, and the facts.
 * @param comments the conversation of HR, planners and doctor
 */
export function CheckScreen({ comments }: { readonly comments: ReactNode }) {
  const t = useTranslations('checks');
  const { id } = route.useParams();
  const query = useQuery(checkQuery(id));
  const check = query.data?.check;
  const known = useKnownTitle('check', id, query);
  useCompanyOf(check?.companyId);
  const [open, setOpen] = useState<OpenDialog>(null);
  return (
    <Page>
      {/* The same heading while the check loads and afterwards, so that it keeps the focus. */}
      <PageHeader
        back={{ to: '/checks', label: t('detail.back') }}
        title={check?.workerFullName ?? known ?? t('detail.check')}
        badge={check && <CheckStatusText check={check} />}
        actions={check && <Actions check={check} onOpen={setOpen} />}
      />
      {check ? (
        <CheckPage check={check} comments={comments} open={open} onOpen={setOpen} />
      ) : (
        <Card>
          <QueryState query={query} lines={8} height="1.25rem" />
        </Card>
      )}
    </Page>
  );
}

type OpenDialog = 'modify' | 'cancel' | 'resolve' | null;

function Actions({ check, onOpen }: { check: WholeCheck; onOpen: (dialog: OpenDialog) => void }) {
  const t = useTranslations('checks');
  const may = (action: 'modify' | 'cancel') => check.availableActions.includes(action);
  return (
    <>
      {may('modify') && (
        <Button icon="edit" onClick={() => onOpen('modify')}>
          {t('action.modify')}
        </Button>
      )}
      {may('cancel') && (
        <Button icon="xCircle" onClick={() => onOpen('cancel')}>
          {t('action.cancel')}
        </Button>
      )}
    </>
  );
}

interface CheckPageProps {
  readonly check: WholeCheck;
  readonly comments: ReactNode;
  readonly open: OpenDialog;
  readonly onOpen: (dialog: OpenDialog) => void;
}

function CheckPage({ check, comments, open, onOpen }: CheckPageProps) {
  const t = useTranslations('checks');
  const close = () => onOpen(null);
  return (
    <>
      {check.status === 'Archived' && (
        <Alert
          tone="info"
          live
          action={
            <LinkButton size="xs" to="/reports/$id" params={{ id: check.id }}>
              {t('next.report')}
            </LinkButton>
          }
        >
          {t('next.archivedText')}
        </Alert>
      )}
      <ProblemPanel check={check} onModify={() => onOpen('modify')} onAnswer={() => onOpen('resolve')} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Undelivered messages={check.undelivered} />
          <NextCard check={check} />
          <SentCertificates check={check} />
          <TravelClaim check={check} />
          {comments}
          <Card title={t('detail.history')}>
            <CheckTimeline check={check} />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <PlanCard check={check} />
          <Deadlines deadlines={check.deadlines} />
          <WorkerFacts check={check} />
          <IncapacityFacts check={check} />
          <CommentFacts check={check} />
          <Card title={t('detail.order')}>
            <OrderFacts check={check} />
          </Card>
        </div>
      </div>
      <ModifyDialog id={open === 'modify' ? check.id : null} onClose={close} />
      {/* The dialog stays open when somebody else answers the question, so that what was typed is not lost. */}
      {open === 'resolve' && <ResolveDialog check={check} onClose={close} />}
      <CancelDialog id={open === 'cancel' ? check.id : null} onClose={close} />
    </>
  );
}

/** How and when the check takes place, and what it costs. */
function PlanCard({ check }: { check: WholeCheck }) {
  const t = useTranslations('checks', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const price = check.companyTotalPrice;
  const when = whenOf(check, { moment: format.moment, day: format.weekday });
  const isUnannounced = check.status === 'WaitingForCheck' && !check.appointmentStart;
  return (
    <Card title={t('detail.check')}>
      <DescriptionList
        items={[
          { label: t('checkFields:checkTiming'), value: enums(`checkTiming.${check.checkTiming}`) },
          { label: t('checkFields:checkLocation'), value: enums(`checkLocation.${check.checkLocation}`) },
          {
            label: t('checkFields:appointmentStart'),
            value: when ? (
              <>
                {[when, check.appointmentEnd && format.time(check.appointmentEnd)].filter(Boolean).join(' – ')}
                {/* A change or a question makes the appointment uncertain until the planners have decided. */}
                {check.status === 'ModificationProblem' && (
                  <span className="text-warning-fg"> ({t(isAppointmentOff(check) ? 'appointment.off' : 'appointment.toConfirm')})</span>
                )}
                {isUnannounced && <span className="block text-xs text-muted">{t('appointment.unannounced')}</span>}
              </>
            ) : (
              <span className="text-muted">{t('appointment.none')}</span>
            ),
            // The sentence below the value needs the width.
            wide: isUnannounced,
          },
          { label: t('checkFields:doctorFullName'), value: check.doctorFullName || <span className="text-muted">{t('doctor.none')}</span> },
          ...(price === null
            ? []
            : [
                {
                  label: t('checkFields:expectedPrice'),
                  value: `${t('price.exclVat', { amount: format.money(price) })} · ${t('price.inclVat', { amount: format.money(price + vatOn(price)) })}`,
                  wide: true,
                },
                ...(check.visitCharged && check.checkLocation !== 'House'
                  ? [{ label: t('checkFields:visitCharged'), value: t('common:yes'), wide: true }]
                  : []),
              ]),
        ]}
      />
    </Card>
  );
}
