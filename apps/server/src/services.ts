import { join } from 'node:path';
import type { Clock } from '@checkwell/domain/clock';
import { deriveSecret } from './config/secrets.ts';
import type { Config } from './config.ts';
import { type ApiTokenService, createApiTokenService } from './modules/api-tokens/api-tokens.service.ts';
import { type CertificateService, createCertificateService, followEmployee } from './modules/certificates/certificates.service.ts';
import { createCheckNotices } from './modules/checks/checks.jobs.ts';
import { type CheckService, createCheckService } from './modules/checks/checks.service.ts';
import { createCommentNotices } from './modules/checks/comments/comments.jobs.ts';
import { createDayRouteService, type DayRouteService } from './modules/checks/day-route/day-route.service.ts';
import { createEmployeeLinks, EMPLOYEE_LINKS } from './modules/checks/employee-page/employee-page-links.ts';
import { createPageNotices } from './modules/checks/employee-page/page-notices.jobs.ts';
import { createEvidenceService, type EvidenceService } from './modules/checks/evidence/evidence.service.ts';
import { createEmployeeNotifier } from './modules/checks/messages/checks-employee.jobs.ts';
import { createEmployeeLetterService, type EmployeeLetterService } from './modules/checks/messages/checks-letter.ts';
import { createMissionNotices } from './modules/checks/messages/checks-missions.jobs.ts';
import { createMissionCalendarService, type MissionCalendarService } from './modules/checks/mission-calendar/mission-calendar.service.ts';
import { type CheckReportService, createCheckReportService } from './modules/checks/report/check-reports.service.ts';
import { createStatementService, type StatementService } from './modules/checks/statement/statement.service.ts';
import { type CompanyService, createCompanyService } from './modules/companies/companies.service.ts';
import { type CostCentreService, createCostCentreService } from './modules/cost-centres/cost-centres.service.ts';
import { createDashboardService, type DashboardService } from './modules/dashboard/dashboard.service.ts';
import { createDashboardReportService, type DashboardReportService } from './modules/dashboard/dashboard-reports.service.ts';
import { createDeadlineService, type DeadlineService } from './modules/deadlines/deadlines.service.ts';
import { createDoctorExceptions, type DoctorExceptions } from './modules/doctors/doctor-exceptions.service.ts';
import { createDoctorService, type DoctorService } from './modules/doctors/doctors.service.ts';
import { createDocumentService, type DocumentService } from './modules/documents/documents.service.ts';
import { createEmployeeImportService, type EmployeeImportService } from './modules/employee-imports/employee-imports.service.ts';
import { createEmployeeService, type EmployeeService } from './modules/employees/employees.service.ts';
import { createExportService, type ExportService } from './modules/exports/exports.service.ts';
import { createFeatureFlagService, type FeatureFlagService } from './modules/feature-flags/feature-flags.service.ts';
import { createForecastService, type ForecastService } from './modules/forecast/forecast.service.ts';
import { createIdentity, type Identity } from './modules/identity/identity.service.ts';
import { createInvoiceService, type InvoiceService } from './modules/invoices/invoices.service.ts';
import { createListViewService, type ListViewService } from './modules/list-views/list-views.service.ts';
import { createLiveService, type LiveService } from './modules/live/live.service.ts';
import { createMailboxService, type MailboxService } from './modules/mailbox/mailbox.service.ts';
import { createNotificationService, type NotificationService } from './modules/notifications/notifications.service.ts';
import { createOneShotService, type OneShotService } from './modules/one-shot/one-shot.service.ts';
import { createPersonService, type PersonService } from './modules/person/person.service.ts';
import { createPlanningService, type PlanningService } from './modules/planning/planning.service.ts';
import { createProfileService, type ProfileService } from './modules/profiles/profiles.service.ts';
import { createPublicPagesService, type PublicPagesService } from './modules/public-pages/public-pages.service.ts';
import { createReadingService, type ReadingService } from './modules/reading/reading.service.ts';
import { createRetentionService, type RetentionService } from './modules/retention/retention.service.ts';
import { createSearchService, type SearchService } from './modules/search/search.service.ts';
import { createSellerService, type SellerService } from './modules/seller/seller.service.ts';
import { createSignUpService, type SignUpService } from './modules/sign-ups/sign-ups.service.ts';
import { createSuperiorService, type SuperiorService } from './modules/superiors/superiors.service.ts';
import { createTeamService, type TeamService } from './modules/team/team.service.ts';
import { createUserService, type UserService } from './modules/users/users.service.ts';
import { createViewerService, type ViewerService } from './modules/viewer/viewer.service.ts';
import { chosenRegister } from './platform/company-register/chosen-register.ts';
import { createSigningKey } from './platform/crypto/signing-key.ts';
import { type Backup, createBackup } from './platform/db/backup/backup.ts';
import { type ErasureList, erasureList } from './platform/db/backup/erasure-list.ts';
import type { Database } from './platform/db/database.ts';
import { createLogSeals, type LogSeals } from './platform/db/seals/seals.ts';
import { createPdfInspector } from './platform/document-content/pdf.ts';
import { chosenFiles, hasFilesOnDisk } from './platform/files/chosen-files.ts';
import type { FileStore } from './platform/files/files.ts';
import { launchDarkly } from './platform/flags/launchdarkly.ts';
import { createEmbeddedGeocoder } from './platform/geo/embedded-geocoder.ts';
import { createThrottle } from './platform/identity/throttle.ts';
import { createOutbox, type Outbox } from './platform/jobs/outbox.ts';
import type { Log } from './platform/log.ts';
import { type BouncesRead, readBounces } from './platform/mail/bounces.ts';
import { createMailEvents, type MailEvents } from './platform/mail/events.ts';
import { createMailer, type Mailer } from './platform/mail/mailer.ts';
import { clamd } from './platform/malware/clamd.ts';
import type { MalwareScanner } from './platform/malware/scanner.ts';
import { createPayments } from './platform/payments/stripe.ts';
import { createCertificateReader } from './platform/reader/reader.ts';
import { createRowLinks } from './platform/row-links.ts';
import { createSecretKeys, type SecretKeys, sealKeys } from './platform/secrets/keys.ts';
import { createSms, type Sms } from './platform/sms/sms.ts';

/** All services of the product, by noun. REST, GraphQL and jobs only call these. */
export interface Services {
  /** null: BACKUP_DIR is not set. */
  readonly backup: Backup | null;
  /** List of employees who were erased on request; null: BACKUP_DIR is not set. */
  readonly erasures: ErasureList | null;
  readonly apiTokens: ApiTokenService;
  readonly certificates: CertificateService;
  readonly checkReports: CheckReportService;
  readonly missionCalendar: MissionCalendarService;
  readonly dayRoute: DayRouteService;
  readonly statements: StatementService;
  readonly checks: CheckService;
  readonly companies: CompanyService;
  readonly costCentres: CostCentreService;
  readonly dashboard: DashboardService;
  readonly dashboardReports: DashboardReportService;
  readonly deadlines: DeadlineService;
  readonly doctors: DoctorService;
  readonly doctorExceptions: DoctorExceptions;
  readonly documents: DocumentService;
  readonly employeeImports: EmployeeImportService;
  readonly employees: EmployeeService;
  readonly employeeLetters: EmployeeLetterService;
  readonly evidence: EvidenceService;
  readonly exports: ExportService;
  readonly featureFlags: FeatureFlagService;
  readonly files: Pick<FileStore, 'kind' | 'ready' | 'onOutcome'>;
  readonly forecast: ForecastService;
  readonly identity: Identity;
  readonly invoices: InvoiceService;
  readonly listViews: ListViewService;
  readonly live: LiveService;
  /** Removes personal data from the logs after the retention period; null: LOG_ERASURE is off. */
  readonly logErasure: LogSeals['erase'] | null;
  readonly logSeals: LogSeals;
  readonly mailbox: MailboxService;
  readonly mailer: Mailer;
  /** null: CLAMD_URL is not set. */
  readonly malwareScanner: MalwareScanner | null;
  readonly outbox: Outbox;
  readonly notifications: NotificationService;
  readonly oneShot: OneShotService;
  readonly person: PersonService;
  readonly planning: PlanningService;
  readonly profiles: ProfileService;
  readonly reading: ReadingService;
  readonly retention: RetentionService;
  readonly search: SearchService;
  readonly publicPages: PublicPagesService;
  readonly seller: SellerService;
  readonly signUps: SignUpService;
  readonly sms: Sms;
  readonly mailEvents: MailEvents;
  /** Reads bounced mails; null: MAIL_BOUNCES_DIR is not set. */
  readonly returnedMails: (() => Promise<BouncesRead>) | null;
  readonly superiors: SuperiorService;
  readonly team: TeamService;
  readonly users: UserService;
  readonly viewer: ViewerService;
}

export interface ServiceDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Keys that include stored former secrets; by default only of the configured secrets. */
  readonly keys?: SecretKeys;
}

/** Creates all services with their dependencies. */
export function createServices({ config, db, clock, log, keys = createSecretKeys(config) }: ServiceDeps): Services {
  const { crypto } = keys;
  const files = chosenFiles(config, keys);
  const backup =
    config.backupDir === null
      ? null
      : createBackup({ dataDir: config.dataDir, backupDir: config.backupDir, copiesFiles: hasFilesOnDisk(config) });
  const erasures = backup && erasureList(backup.folder.erasures);
  const geocoder = createEmbeddedGeocoder();
  const outbox = createOutbox({ db, clock, log });
  const mailer = createMailer({ config, clock, outbox });
  const mailEvents = createMailEvents({ config, db, clock, log, mailer });
  const { bouncesDir } = config.mail;
  const sms = createSms({ config, db, clock, outbox, log });

  const logSeals = createLogSeals({ db, clock, ...sealKeys(config) });
  const identity = createIdentity({ config, db, clock, log, outbox, mailer, keys });
  const featureFlags = createFeatureFlagService({ db, clock, elsewhere: launchDarkly(config) });
  const profiles = createProfileService({ db });
  const superiors = createSuperiorService({ db, clock });
  const companies = createCompanyService({ db, clock, forget: identity.forget });
  const costCentres = createCostCentreService({ db, clock });
  const listViews = createListViewService({ db, clock });
  const notifications = createNotificationService({ db, clock, outbox, mailer });
  const team = createTeamService({ db, identity });
  const users = createUserService({ db, clock, identity });
  const seller = createSellerService({ config });
  const signUps = createSignUpService({ db, clock, mailer, identity });
  const apiTokens = createApiTokenService({ db, clock, identity });
  const viewer = createViewerService({ db, config });
  const malwareScanner = config.clamd && clamd(config.clamd);
  const documents = createDocumentService({
    db,
    clock,
    crypto,
    files,
    pdfs: createPdfInspector({ log }),
    scanning: malwareScanner && { scanner: malwareScanner, mailer, log },
  });
  const reader = config.certificateReading ? createCertificateReader({ languageFolder: join(config.dataDir, 'reader'), log }) : null;
  const employees = createEmployeeService({ db, clock, crypto, geocoder, onRenamed: followEmployee });
  const reading = createReadingService({ db, clock, documents, employees, reader, flags: featureFlags });
  const employeeImports = createEmployeeImportService({ employees, superiors });
  const certificates = createCertificateService({ db, clock, geocoder, companies, employees });
  const doctors = createDoctorService({ db, clock, geocoder, identity });
  const doctorExceptions = createDoctorExceptions({ db, clock, outbox });
  const planning = createPlanningService({ db, clock });
  const notices = createCheckNotices({ clock, outbox, mailer, notifications });
  const missions = createMissionNotices({ clock, outbox, mailer, notifications });
  const comments = createCommentNotices({ clock, outbox, mailer, notifications });
  const deadlines = createDeadlineService({ db, clock, companies });
  const employeeLinks = createEmployeeLinks({ keys: keys.of(EMPLOYEE_LINKS), clock });
  const employee = createEmployeeNotifier({
    clock,
    outbox,
    sms,
    mailer,
    providerName: config.seller.name,
    employeeLinks,
    publicUrl: config.publicUrl,
  });
  const throttle = createThrottle({ pool: db.authPool(), clock, secret: deriveSecret(config, 'identity throttle keys') });
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
    documents,
    pageNotices: createPageNotices({ outbox, mailer, notifications }),
    deadlines,
    seller: config.seller,
    flags: featureFlags,
    outbox,
    mailer,
    sms,
    links: createRowLinks(keys.of('offer links')),
    throttle,
  });
  const missionCalendar = createMissionCalendarService({
    db,
    clock,
    links: createRowLinks(keys.of('mission calendars')),
    throttle,
    publicUrl: config.publicUrl,
  });
  const letterhead = { db, clock, seller: config.seller, logo: config.sellerLogo?.content ?? null };
  const checkReports = createCheckReportService(letterhead);
  const employeeLetters = createEmployeeLetterService({ ...letterhead, employeeLinks, publicUrl: config.publicUrl });
  const evidence = createEvidenceService({
    ...letterhead,
    key: createSigningKey(deriveSecret(config, 'evidence packs')),
    throttle,
    publicUrl: config.publicUrl,
  });
  const statements = createStatementService(letterhead);
  const forecast = createForecastService({ clock, geocoder, checks, companies, employees, planning, deadlines });
  const exports = createExportService({ clock, certificates, checks, employees, companies });
  const person = createPersonService({ db, clock, log, employees, certificates, checks, documents, seller: config.seller, throttle });
  const dashboard = createDashboardService({ db, clock });
  const publicPages = createPublicPagesService({ config, reports: checkReports });
  const dashboardReports = createDashboardReportService({ db, clock, mailer, dashboard, flags: featureFlags });
  const live = createLiveService({ db, clock, log });
  const retention = createRetentionService({ db, clock, log, logSeals, outbox, erasures, throttle, erases: config.logErasure });
  const search = createSearchService({ certificates, checks, companies, doctors, employees });
  const mailbox = createMailboxService({ db, clock, config, outbox, mailer, sms });
  const payments = config.payments && createPayments(config.payments);
  const invoices = createInvoiceService({
    db,
    clock,
    outbox,
    mailer,
    log,
    seller: config.seller,
    logo: config.sellerLogo?.content ?? null,
  });
  const oneShot = createOneShotService({
    keys,
    config,
    db,
    clock,
    log,
    outbox,
    mailer,
    geocoder,
    register: chosenRegister(config, log),
    payments,
    checks,
    invoices,
    flags: featureFlags,
  });
  return {
    apiTokens,
    backup,
    erasures,
    certificates,
    checkReports,
    missionCalendar,
    dayRoute: createDayRouteService({ db }),
    statements,
    checks,
    companies,
    costCentres,
    dashboard,
    dashboardReports,
    deadlines,
    doctors,
    doctorExceptions,
    documents,
    employeeImports,
    employees,
    employeeLetters,
    evidence,
    exports,
    featureFlags,
    files,
    forecast,
    identity,
    invoices,
    listViews,
    live,
    logErasure: config.logErasure ? logSeals.erase : null,
    logSeals,
    mailbox,
    mailer,
    malwareScanner,
    outbox,
    notifications,
    oneShot,
    person,
    planning,
    profiles,
    reading,
    retention,
    search,
    publicPages,
    seller,
    signUps,
    sms,
    mailEvents,
    returnedMails: bouncesDir === null ? null : () => readBounces(bouncesDir, mailEvents, log),
    superiors,
    team,
    users,
    viewer,
  };
}
