import { momentError } from '@checkwell/domain/check/rules';
import { isAnnounced } from '@checkwell/domain/check/times/announcement';
import { NOTICE, soonestProposed } from '@checkwell/domain/check/times/told';
import { addDays, type CalendarDay, dayOf, instantAt, timeOf } from '@checkwell/domain/clock';
import { APPOINTMENT_MINUTES } from '@checkwell/domain/constants';
import { momentToAsk } from '@checkwell/domain/offers/waves';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { clock, today } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useMessageText } from '../../lib/i18n/use-message-text.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Badge } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { DatePicker } from '../../ui/controls/DatePicker.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { TimeField } from '../../ui/controls/TimeField.tsx';
import { PhoneLink } from '../../ui/links/PhoneLink.tsx';
import { DayStrip, type Moments } from './DayStrip.tsx';
import { AskDoctorDocument } from './offers.gql.ts';
import { type DoctorCandidatesQuery, ScheduleCheckDocument } from './planning.gql.ts';
import { candidatesQuery, momentsQuery, type PlanningCheck } from './planning.queries.ts';

type Candidate = DoctorCandidatesQuery['doctorCandidates'][number];
const SHOWN = 6;
const SLOTS_SHOWN = 8;

/** The first day to show: today, or the start of a later period; never after its end. */
export function firstDay(
  check: { readonly incapacityStartDate: CalendarDay; readonly incapacityEndDate: CalendarDay },
  now: CalendarDay,
): CalendarDay {
  if (now < check.incapacityStartDate) return check.incapacityStartDate;
  return now > check.incapacityEndDate ? check.incapacityEndDate : now;
}

/** Doctors for this check on a day, best first, with their free moments: one press plans. It opens on the proposed day. */
export function DoctorFinder({ check }: { check: PlanningCheck }) {
  const t = useTranslations('planning');
  const query = useQuery(momentsQuery(check.id));
  const title = t(check.status === 'WaitingForCheck' ? 'find.again' : 'find.title');
  if (query.isPending)
    return (
      <Card title={title}>
        <Skeleton height="20rem" />
      </Card>
    );
  const moments = query.data?.checkMoments;
  return (
    <FinderOfDay title={title} check={check} moments={moments}>
      {moments ? <Proposal moments={moments} /> : <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
    </FinderOfDay>
  );
}

/** The proposed doctor and time, with the reasons. */
function Proposal({ moments: { proposed, proposedDoctor, reason } }: { readonly moments: Moments }) {
  const t = useTranslations('planning');
  const order = useTranslations('order');
  const format = useFormat();
  if (proposed === null) return <Alert tone="warning">{t('find.nobody')}</Alert>;
  return (
    <p className="text-xs text-pretty text-muted">
      <strong className="font-semibold text-fg">
        {proposedDoctor
          ? t('find.proposalWith', { moment: format.moment(proposed), doctor: proposedDoctor.doctorFullName })
          : t('find.proposal', { moment: format.moment(proposed) })}
      </strong>{' '}
      {reason && order(`forecast.reason.${reason}`)}
    </p>
  );
}

interface FinderOfDayProps {
  readonly title: string;
  readonly check: PlanningCheck;
  /** undefined when loading failed; the days are then loaded one by one. */
  readonly moments: Moments | undefined;
  readonly children: ReactNode;
}

function FinderOfDay({ title, check, moments, children }: FinderOfDayProps) {
  const t = useTranslations('planning');
  // Chosen once, so that a new proposal does not change the day while somebody reads it.
  const [day, setDay] = useState(() => {
    const moment = check.appointmentStart ?? moments?.proposed;
    return moment ? dayOf(new Date(moment)) : firstDay(check, today());
  });
  const [all, setAll] = useState(false);
  const query = useQuery(candidatesQuery(check.id, day));
  const candidates = query.data?.doctorCandidates;
  const schedule = useGqlChange(ScheduleCheckDocument, { topics: ['check', 'doctor'] });
  const isBooked = ({ doctor }: Candidate) => check.status === 'WaitingForCheck' && doctor.id === check.doctorId;
  const ask = useGqlChange(AskDoctorDocument, { topics: ['check'] });
  const handleAsk = (doctorId: string, start: string) =>
    ask.mutate({
      id: check.id,
      version: check.version,
      input: { doctorId, appointmentStart: start, appointmentMinutes: APPOINTMENT_MINUTES.default },
    });
  const handlePlan = (doctorId: string, start: Date, minutes: number = APPOINTMENT_MINUTES.default) =>
    schedule.mutate({
      id: check.id,
      version: check.version,
      input: { doctorId, appointmentStart: start.toISOString(), appointmentMinutes: minutes },
    });
  return (
    <Card
      title={title}
      actions={
        <div className="flex items-center gap-1">
          <IconButton
            icon="chevronLeft"
            label={t('find.previousDay')}
            disabled={day <= today() || day <= check.incapacityStartDate}
            onClick={() => setDay(addDays(day, -1))}
          />
          <DatePicker
            label={t('find.day')}
            value={day}
            onChange={(next) => next && setDay(next)}
            min={check.incapacityStartDate}
            max={check.incapacityEndDate}
          />
          <IconButton
            icon="chevronRight"
            label={t('find.nextDay')}
            disabled={day >= check.incapacityEndDate}
            onClick={() => setDay(addDays(day, 1))}
          />
        </div>
      }
    >
      <div className="mb-4 flex flex-col gap-3">
        {children}
        <p className="text-xs text-pretty text-muted">{t('find.phone')}</p>
        {moments && moments.days.length > 1 && <DayStrip moments={moments} value={day} onChange={setDay} />}
      </div>
      {query.isPending && <Skeleton height="16rem" />}
      {query.isError && !candidates && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {candidates?.length === 0 && <EmptyState icon="stethoscope" title={t('find.none')} text={t('find.noneText')} />}
      {candidates && candidates.length > 0 && (
        // While another day loads, the doctors of the last day can be read but not booked.
        <ol aria-label={t('find.title')} aria-busy={query.isPlaceholderData} className="flex flex-col divide-y divide-line">
          {candidates
            .filter((candidate, index) => all || index < SHOWN || candidate.isBest || isBooked(candidate))
            .map((candidate) => (
              <CandidateRow
                key={candidate.doctor.id}
                candidate={candidate}
                booked={isBooked(candidate)}
                day={day}
                check={check}
                busy={schedule.isPending || ask.isPending || query.isPlaceholderData}
                onPlan={handlePlan}
                onAsk={handleAsk}
              />
            ))}
        </ol>
      )}
      {candidates && candidates.length > SHOWN && !all && (
        <Button variant="link" className="mt-2" onClick={() => setAll(true)}>
          {t('find.more')}
        </Button>
      )}
    </Card>
  );
}

interface CandidateRowProps {
  candidate: Candidate;
  /** Whether this doctor has the current appointment. */
  booked: boolean;
  day: CalendarDay;
  check: PlanningCheck;
  busy: boolean;
  onPlan: (doctorId: string, start: Date, minutes?: number) => void;
  onAsk: (doctorId: string, start: string) => void;
}

function CandidateRow({ candidate, booked, day, check, busy, onPlan, onAsk }: CandidateRowProps) {
  const offers = useTranslations('offers');
  const t = useTranslations('planning');
  const enums = useTranslations('enums');
  const format = useFormat();
  const [other, setOther] = useState(false);
  const { doctor, freeSlots } = candidate;
  // The times below show whether the doctor is free.
  const reasons = candidate.reasons.filter((reason) => reason !== 'freeSlots' && reason !== 'noFreeSlot');
  const askable =
    check.status === 'Planning'
      ? momentToAsk(
          freeSlots.map((slot) => new Date(slot)),
          { checkTiming: check.checkTiming, now: clock.now() },
        )?.toISOString()
      : undefined;
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="text-sm font-semibold text-fg">{doctor.doctorFullName}</strong>
        {booked && <Badge tone="success">{t('find.booked', { moment: format.moment(check.appointmentStart) })}</Badge>}
        {candidate.isBest && <Badge tone="brand">{t('find.best')}</Badge>}
        {candidate.distanceKm !== null && (
          <span className="text-xs text-muted">
            {t('find.kmMin', { km: format.km(candidate.distanceKm), minutes: format.minutes(candidate.travelMinutes) })}
          </span>
        )}
        {candidate.missionsThatDay > 0 && (
          <span className="text-xs text-muted">{t('find.missions', { count: candidate.missionsThatDay })}</span>
        )}
        <span className="text-xs text-muted">{format.list(doctor.languages.map((language) => enums(`workerLanguage.${language}`)))}</span>
        <PhoneLink number={doctor.phoneNumber} className="text-xs" />
      </div>
      <ul className="flex flex-wrap gap-1 empty:hidden">
        {reasons.map((reason) => (
          <li key={reason}>
            <Badge tone={reason === 'languageNotSpoken' || reason === 'farForWorker' ? 'warning' : 'neutral'}>
              {t(`reason.${reason as 'near'}`)}
            </Badge>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-1.5">
        {freeSlots.slice(0, SLOTS_SHOWN).map((slot, index) => (
          <Button
            key={slot}
            size="sm"
            // The same as in the proposal above.
            variant={candidate.isBest && index === 0 ? 'primary' : 'secondary'}
            disabled={busy}
            onClick={() => onPlan(doctor.id, new Date(slot))}
            aria-label={t('find.slot', { doctor: doctor.doctorFullName, time: format.time(slot) })}
          >
            {format.time(slot)}
          </Button>
        ))}
        {freeSlots.length === 0 && (
          <span className="text-xs text-muted">
            {day === today() && isAnnounced(check.checkLocation) ? t('find.noSlotsInTime') : t('find.noSlots')}
          </span>
        )}
      </div>
      {/* Aligns the text of the buttons, which have no visible edge, with the text above. */}
      <div className="-my-1 -ml-3 flex flex-wrap items-center">
        {askable && (
          <Button
            variant="ghost"
            disabled={busy}
            onClick={() => onAsk(doctor.id, askable)}
            aria-label={offers('card.askLabel', { doctor: doctor.doctorFullName, time: format.time(askable) })}
          >
            {offers('card.ask', { time: format.time(askable) })}
          </Button>
        )}
        <Button variant="ghost" aria-expanded={other} onClick={() => setOther(!other)}>
          {t('find.other')}
        </Button>
      </div>
      {other && <OtherMoment day={day} check={check} busy={busy} onPlan={(start, minutes) => onPlan(doctor.id, start, minutes)} />}
    </li>
  );
}

/** The next 20 minutes of today, or the first time of another day; '' when none is left. */
function firstTime(day: CalendarDay): string {
  if (day !== today()) return '09:00';
  const next = new Date(Math.ceil(clock.now().getTime() / 1_200_000) * 1_200_000);
  return dayOf(next) === day ? timeOf(next) : '';
}

/** The form for a time that was agreed by telephone, outside the doctor's usual hours. */
function OtherMoment({
  day,
  check,
  busy,
  onPlan,
}: {
  day: CalendarDay;
  check: PlanningCheck;
  busy: boolean;
  onPlan: (start: Date, minutes: number) => void;
}) {
  const t = useTranslations('planning');
  const format = useFormat();
  const messageText = useMessageText();
  const [time, setTime] = useState(() => firstTime(day));
  const [minutes, setMinutes] = useState<number>(APPOINTMENT_MINUTES.default);
  const [fieldError, setFieldError] = useState<string>();
  const start = time ? instantAt(day, time) : undefined;
  const isSoon = start !== undefined && start < soonestProposed(check.checkLocation, clock.now());
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const problem = start ? momentError(start, minutes, check, clock.now()) : 'momentRequired';
    setFieldError(problem ?? undefined);
    if (start && !problem) onPlan(start, minutes);
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-2 rounded-md bg-sunken p-3">
      <Field
        label={t('find.time')}
        hint={isSoon && t('find.soon', { notice: format.minutes(NOTICE.phone.wakingMinutes) })}
        error={messageText(fieldError)}
      >
        <TimeField value={time} onChange={setTime} className="min-w-24" />
      </Field>
      <Field label={t('find.minutes')}>
        <TextInput
          type="number"
          min={APPOINTMENT_MINUTES.min}
          max={APPOINTMENT_MINUTES.max}
          step={5}
          value={minutes}
          onChange={(event) => setMinutes(event.target.valueAsNumber)}
        />
      </Field>
      <Button type="submit" variant="primary" loading={busy}>
        {t('find.book')}
      </Button>
    </form>
  );
}
