import type { EmployeeDeadlineCode } from '@checkwell/domain/check/deadlines/deadlines';
import { DOCTOR_SEES_WORKER_DAYS } from '@checkwell/domain/check/worker-visibility';
import {
  EMPLOYEE_LINK_DAYS,
  type EmployeeDeadline,
  type EmployeePage,
  employeeEvidencePath,
} from '@checkwell/domain/employee-page/contract';
import { EMPLOYMENT_CONTRACTS_ADDRESS, lawAddress } from '@checkwell/domain/law/dated';
import { publicPagePath } from '@checkwell/domain/public-pages';
import { RETENTION } from '@checkwell/domain/retention';
import { deadlineValues } from '@checkwell/messages/deadlines';
import type { ReactNode } from 'react';
import { apiHost } from '../../lib/api/api-host.ts';
import { directionsTo, MAP_SERVICES } from '../../lib/browser/map-services.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { cx } from '../../ui/content/cx.ts';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import { buttonClass } from '../../ui/controls/Button.tsx';
import { THUMB } from '../../ui/controls/ThumbButton.tsx';
import { DeadlineLine } from '../../ui/law/DeadlineLine.tsx';
import type { PageTranslation } from './use-page-translation.ts';

interface PartProps {
  readonly page: EmployeePage;
  readonly translation: PageTranslation;
}

const LINK = 'inline-flex min-h-6 items-center rounded-sm font-medium text-brand-fg underline underline-offset-3';
const TEXT = 'text-sm text-pretty text-fg';

/** Where and when. */
export function Appointment({ page: { appointment }, translation: { t, format } }: PartProps) {
  if (appointment === null) return null;
  const { start, end, doctorFullName, address } = appointment;
  return (
    <Card title={t('appointment.title')}>
      <DescriptionList
        columns={1}
        items={[
          { label: t('appointment.when'), value: format.appointment(start, end) },
          { label: t('appointment.doctor'), value: doctorFullName },
          {
            label: t('appointment.place'),
            value: address === '' ? t('appointment.video') : <span className="whitespace-pre-line">{address}</span>,
          },
        ]}
      />
      {address !== '' && (
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-2 text-sm">
          {MAP_SERVICES.map((service) => (
            <li key={service.name}>
              <a href={directionsTo(address, service)} target="_blank" rel="noopener noreferrer" className={LINK}>
                {t('appointment.map', { service: service.name })}
                <span className="sr-only"> ({t('appointment.elsewhere')})</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The doctor's findings, as the employer reads them, and what an employee who disagrees can do. @param props.children the employee's answer */
export function Findings({ page: { findings, deadlines }, translation, children }: PartProps & { readonly children: ReactNode }) {
  const { t, format } = translation;
  if (findings === null) return null;
  const arbitration = deadlines.filter(isArbitration);
  const isTooLate = findings.arbitration === null && findings.disagreeOver;
  return (
    <Card title={t('findings.examined', { day: format.dateLong(findings.examinedOn) })}>
      <div className="flex flex-col gap-3">
        <p className="text-base font-medium text-fg">
          {t(`findings.${findings.arbitration?.ruling ? 'arbiter.' : ''}${findings.outcome}`, { day: format.dateLong(findings.day) })}
        </p>
        {findings.corrected && (
          <Alert
            tone="warning"
            title={t('findings.corrected', {
              day: format.momentLong(findings.corrected.at),
              reason: t(`findings.reason.${findings.corrected.reason}`),
            })}
          >
            {t('findings.correctedText')}
          </Alert>
        )}
        {findings.arbitration && <Arbitration arbitration={findings.arbitration} translation={translation} />}
        {!findings.arbitration?.ruling && (
          <>
            <h3 className="text-sm font-semibold text-fg">{t('findings.disagreeTitle')}</h3>
            {children}
            {isTooLate ? (
              <p className={TEXT}>{t('findings.disagreeOver', { day: format.dateLong(findings.disagreeUntil) })}</p>
            ) : arbitration.length === 0 ? (
              <p className={TEXT}>{t('findings.disagree', { day: format.dateLong(findings.disagreeUntil) })}</p>
            ) : (
              <DeadlineList deadlines={arbitration} translation={translation} />
            )}
            <p className={TEXT}>{t('findings.advice')}</p>
            {!isTooLate && <p className={TEXT}>{t('findings.costs')}</p>}
            <p className={TEXT}>{t('findings.free')}</p>
          </>
        )}
      </div>
    </Card>
  );
}

interface ArbitrationProps {
  readonly arbitration: NonNullable<NonNullable<EmployeePage['findings']>['arbitration']>;
  readonly translation: PageTranslation;
}

/** The arbitration between the two doctors, and its decision. */
function Arbitration({ arbitration: { askedBy, askedOn, arbiterName, ruling }, translation: { t, format } }: ArbitrationProps) {
  return (
    <>
      <h3 className="text-sm font-semibold text-fg">{t('findings.arbiter.title')}</h3>
      <p className={TEXT}>{t(`findings.arbiter.${askedBy}`, { day: format.dateLong(askedOn), doctor: arbiterName })}</p>
      {ruling && (
        <Alert tone="info" title={t(`findings.arbiter.${ruling.for}`, { day: format.dateLong(ruling.on) })}>
          {t('findings.arbiter.binding')}
        </Alert>
      )}
    </>
  );
}

const ARBITRATION: readonly EmployeeDeadlineCode[] = ['arbitration', 'arbitrationRuling', 'rulingDue'];
/** Deadlines that `Findings` shows. */
const isArbitration = ({ code }: EmployeeDeadline): boolean => ARBITRATION.includes(code);

/** The legal deadlines. */
export function Deadlines({ page: { deadlines }, translation }: PartProps) {
  const shown = deadlines.filter((deadline) => !isArbitration(deadline));
  if (shown.length === 0) return null;
  return (
    <Card title={translation.t('deadlines.title')} hint={translation.t('deadlines.hint')}>
      <DeadlineList deadlines={shown} translation={translation} />
    </Card>
  );
}

interface DeadlineListProps {
  readonly deadlines: readonly EmployeeDeadline[];
  readonly translation: PageTranslation;
}

function DeadlineList({ deadlines, translation: { t, format, language } }: DeadlineListProps) {
  // Every code has its sentence (completeness.ts) and its values (deadlines.test.ts), but no type pairs them.
  const sentence = t as unknown as (key: `employeeDeadlines:${EmployeeDeadlineCode}`, values: object) => string;
  return (
    <ul className="flex flex-col gap-4">
      {deadlines.map(({ code, params, lastDay, isOver, source }) => (
        <DeadlineLine
          key={code}
          className="text-sm"
          sentence={sentence(`employeeDeadlines:${code}`, deadlineValues(code, params, language))}
          isOver={isOver}
          term={
            lastDay &&
            (isOver ? t('deadlines.over', { date: format.date(lastDay) }) : t('deadlines.until', { date: format.weekday(lastDay) }))
          }
          why={t('deadlines.why')}
        >
          <a
            href={lawAddress(source.address, language === 'nl' ? 'nl' : 'fr')}
            target="_blank"
            rel="noopener noreferrer"
            className={`${LINK} text-xs`}
          >
            {t('deadlines.source', { act: t(`deadlines.act.${source.act}`), article: source.article })}
          </a>
        </DeadlineLine>
      ))}
    </ul>
  );
}

/** The evidence pack of a check that is over; empty for a cancelled one. */
export function Evidence({ token, page: { state }, translation: { t, language } }: PartProps & { readonly token: string }) {
  if (state !== 'Examined' && state !== 'NotExamined') return null;
  // There are no packs in German; German readers in Belgium know the French names of the law.
  const address = `${apiHost}${employeeEvidencePath(token)}?language=${language === 'de' ? 'fr' : language}`;
  return (
    <Card title={t('record.title')}>
      <p className={TEXT}>{t('record.text')}</p>
      <p className="mt-3">
        <a href={address} download className={cx(buttonClass({ size: 'md' }), THUMB)}>
          {t('record.download')}
        </a>
      </p>
    </Card>
  );
}

export function RequestedBy({ page: { companyName, provider }, translation: { t, format } }: PartProps) {
  return (
    <Card title={t('who.title')}>
      <DescriptionList
        columns={1}
        items={[
          { label: t('who.employer'), value: companyName },
          { label: t('who.provider'), value: provider.name },
          { label: t('who.address'), value: <span className="whitespace-pre-line">{provider.address}</span> },
          {
            label: t('who.phone'),
            value: (
              <a href={`tel:${provider.phoneNumber}`} className={LINK}>
                {format.phone(provider.phoneNumber)}
              </a>
            ),
          },
          {
            label: t('who.email'),
            value: (
              <a href={`mailto:${provider.email}`} className={LINK}>
                {provider.email}
              </a>
            ),
          },
        ]}
      />
      <p className="mt-3 text-sm text-pretty text-fg">{t('who.verify')}</p>
    </Card>
  );
}

/** The rights of every employee; an examination by video involves no travel. */
export function Rights({ page: { appointment }, translation: { t, language } }: PartProps) {
  return (
    <Card title={t('rights.title')}>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm text-pretty text-fg">
        <li>{t('rights.duty')}</li>
        <li>{t('rights.doctor')}</li>
        <li>{t('rights.secret')}</li>
        <li>{t('rights.handed')}</li>
        {appointment?.address !== '' && <li>{t('rights.travel')}</li>}
      </ul>
      <p className="mt-3 text-xs text-muted">
        <a
          href={lawAddress(EMPLOYMENT_CONTRACTS_ADDRESS, language === 'nl' ? 'nl' : 'fr')}
          target="_blank"
          rel="noopener noreferrer"
          className={LINK}
        >
          {t('rights.source')}
        </a>
        <br />
        {t('rights.sourceDoctor')}
      </p>
    </Card>
  );
}

/** How long the product keeps what it knows of the employee. */
const TERMS = {
  checkYears: RETENTION.checkYears,
  certificateYears: RETENTION.certificateYears,
  fileDays: RETENTION.certificateFileDays,
  visitDays: RETENTION.visitDetailsDays,
};

/** Information on the data about the employee: what is kept, for how long, and who looked at it. */
export function AboutData({ page: { companyName, provider, readers }, translation: { t, format, language } }: PartProps) {
  return (
    <Card title={t('data.title')}>
      <div className="flex flex-col gap-3 text-sm text-pretty text-fg">
        <p>{t('data.reads')}</p>
        <p>{t('data.opened')}</p>
        <p>{t('data.kept', { days: EMPLOYEE_LINK_DAYS })}</p>
        <p>
          {t('data.erased', TERMS)} {/* Public pages have no German. */}
          <a href={publicPagePath('privacy', language === 'de' ? 'fr' : language)} target="_blank" rel="noreferrer" className={LINK}>
            {t('data.notice')}
          </a>
        </p>
        <p>{t('data.doctor', { days: DOCTOR_SEES_WORKER_DAYS })}</p>
        <h3 className="font-semibold">{t('data.readers')}</h3>
        {readers.length === 0 ? (
          <p>{t('data.nobody')}</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {readers.map(({ day, reader }) => (
              <li key={day + reader}>
                {t('data.read', {
                  day: format.date(day),
                  reader: t(`data.reader.${reader}`, { company: companyName, provider: provider.name }),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
