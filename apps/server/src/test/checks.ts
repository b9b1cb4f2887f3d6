import type { CorrectionInput, OrderInput, ResultInput } from '@checkwell/domain/check/rules';
import { addDays, type Clock, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { createCertificateService, followEmployee } from '../modules/certificates/certificates.service.ts';
import { createCheckNotices } from '../modules/checks/checks.jobs.ts';
import { createCheckService } from '../modules/checks/checks.service.ts';
import { createCommentNotices } from '../modules/checks/comments/comments.jobs.ts';
import { createEmployeeLinks } from '../modules/checks/employee-page/employee-page-links.ts';
import { createPageNotices } from '../modules/checks/employee-page/page-notices.jobs.ts';
import { createEmployeeNotifier } from '../modules/checks/messages/checks-employee.jobs.ts';
import { createMissionNotices } from '../modules/checks/messages/checks-missions.jobs.ts';
import { createCompanyService } from '../modules/companies/companies.service.ts';
import { createDashboardService } from '../modules/dashboard/dashboard.service.ts';
import { createDashboardReportService } from '../modules/dashboard/dashboard-reports.service.ts';
import { createDeadlineService } from '../modules/deadlines/deadlines.service.ts';
import { createDocumentService } from '../modules/documents/documents.service.ts';
import { createEmployeeService } from '../modules/employees/employees.service.ts';
import { createFeatureFlagService } from '../modules/feature-flags/feature-flags.service.ts';
import { createNotificationService } from '../modules/notifications/notifications.service.ts';
import { createPlanningService } from '../modules/planning/planning.service.ts';
import { createCrypto } from '../platform/crypto/crypto.ts';
import type { Database } from '../platform/db/database.ts';
import { createPdfInspector } from '../platform/document-content/pdf.ts';
import { diskFiles } from '../platform/files/disk-files.ts';
import { createEmbeddedGeocoder } from '../platform/geo/embedded-geocoder.ts';
import { createThrottle } from '../platform/identity/throttle.ts';
import { createOutbox } from '../platform/jobs/outbox.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { createRowLinks } from '../platform/row-links.ts';
import { createSms } from '../platform/sms/sms.ts';
import { TEST_SECRET, testConfig } from './config.ts';
import type { FixtureCompany } from './fixtures.ts';
import { testLogger } from './logger.ts';

/** The services that checks need, connected as in `services.ts`. */
export function checkServices(db: Database, clock: Clock) {
  const crypto = createCrypto([TEST_SECRET]);
  const geocoder = createEmbeddedGeocoder();
  const employees = createEmployeeService({ db, clock, crypto, geocoder, onRenamed: followEmployee });
  const companies = createCompanyService({ db, clock });
  const certificates = createCertificateService({ db, clock, geocoder, companies, employees });
  const planning = createPlanningService({ db, clock });
  const outbox = createOutbox({ db, clock, log: testLogger() });
  const mailer = createMailer({ config: testConfig(), clock, outbox });
  const sms = createSms({ config: testConfig(), db, clock, outbox, log: testLogger() });
  const notifications = createNotificationService({ db, clock, outbox, mailer });
  const notices = createCheckNotices({ clock, outbox, mailer, notifications });
  const missions = createMissionNotices({ clock, outbox, mailer, notifications });
  const comments = createCommentNotices({ clock, outbox, mailer, notifications });
  const deadlines = createDeadlineService({ db, clock, companies });
  const employeeLinks = createEmployeeLinks({ keys: [Buffer.from(TEST_SECRET)], clock });
  const employee = createEmployeeNotifier({
    clock,
    outbox,
    sms,
    mailer,
    providerName: testConfig().seller.name,
    employeeLinks,
    publicUrl: testConfig().publicUrl,
  });
  const flags = createFeatureFlagService({ db, clock });
  const links = createRowLinks([Buffer.from(TEST_SECRET)]);
  const checks = createCheckService({
    db,
    clock,
    crypto,
    geocoder,
    employees,
    certificates,
    planning,
    notices,
    notifications,
    missions,
    comments,
    employee,
    employeeLinks,
    documents: createDocumentService({
      db,
      clock,
      crypto,
      files: diskFiles(testConfig().dataDir),
      pdfs: createPdfInspector({ log: testLogger() }),
      scanning: null,
    }),
    pageNotices: createPageNotices({ outbox, mailer, notifications }),
    deadlines,
    seller: testConfig().seller,
    flags,
    outbox,
    mailer,
    sms,
    links,
    throttle: createThrottle({ pool: db.authPool(), clock, secret: Buffer.from(TEST_SECRET) }),
  });
  const dashboard = createDashboardService({ db, clock });
  const dashboardReports = createDashboardReportService({ db, clock, mailer, dashboard, flags });
  return { employees, certificates, planning, checks, links, dashboard, dashboardReports, notifications, outbox };
}

/** An order for the first employee of the company: today and the nine days after, at the office. */
export const orderOf = (company: FixtureCompany, clock: Clock, values: Partial<OrderInput> = {}): OrderInput => ({
  companyId: company.id,
  employeeId: company.employees[0],
  workerFirstName: 'Jan',
  workerLastName: 'Peeters',
  workerAddress: 'Nieuwstraat 5, 1000 Brussel',
  workerPhoneNumber: '+3221234567',
  workerGender: 'Female',
  workerLanguage: 'FR',
  employeeMatricule: '',
  superiorId: null,
  phoneNumber: '+32470123456',
  workerEmail: '',
  certificateId: null,
  documentId: null,
  startDate: clock.today(),
  endDate: addDays(clock.today(), 9),
  incapacityType: 'Illness',
  certificateType: 'FirstCertificate',
  authorizedExit: true,
  locationCheck: 'Office',
  typeCheck: 'Optimized',
  providerComment: 'Ring twice.',
  doctorComment: 'Works at heights.',
  ...values,
});

/** The result of an examination at the office today from 10:00 to 10:14: the certificate is confirmed, its end date stays. */
export const resultOf = (clock: Clock, values: Partial<ResultInput> = {}): ResultInput => ({
  checkOccurence: 'Yes',
  examinedFrom: instantAt(clock.today(), '10:00'),
  examinedTo: instantAt(clock.today(), '10:14'),
  timesReason: 'Agreed on the telephone.',
  newIncapacityEndDate: null,
  workerDisagreement: false,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  injuryDifference: null,
  independenceDeclared: true,
  findingsHandedOver: true,
  archiveComment: '',
  medicalNote: '',
  ...values,
});

/** A correction of the result of `resultOf`, which changes only `values`. */
export function correctionOf(clock: Clock, values: Partial<CorrectionInput> = {}): CorrectionInput {
  const {
    timesReason: _reason,
    independenceDeclared: _declared,
    archiveComment: _comment,
    medicalNote: _note,
    ...findings
  } = resultOf(clock);
  return { ...findings, correctionReason: 'Mistyped', explanation: '', ...values };
}

/** The code of the error with which the work fails. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

/** The issues of the error with which the work fails: path and message key of each field. */
export const fieldErrorsOf = (work: Promise<unknown>): Promise<string[]> =>
  work.then(
    () => ['no error'],
    (error: unknown) => {
      if (error instanceof AppError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
      throw error;
    },
  );
