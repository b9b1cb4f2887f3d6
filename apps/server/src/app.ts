import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { registerGraphql } from './graphql/mount.ts';
import { schema } from './graphql/schema.ts';
import { jobsOf } from './jobs.ts';
import { registerChecksRest } from './modules/checks/checks.rest.ts';
import { registerEmployeePageRest } from './modules/checks/employee-page/employee-page.rest.ts';
import { registerOffersRest } from './modules/checks/offers/offers.rest.ts';
import { observeHeldResults } from './modules/checks/steps/checks-held.metrics.ts';
import { registerDashboardRest } from './modules/dashboard/dashboard.rest.ts';
import { registerDocumentsRest } from './modules/documents/documents.rest.ts';
import { registerExportsRest } from './modules/exports/exports.rest.ts';
import { registerFeatureFlagsRest } from './modules/feature-flags/feature-flags.rest.ts';
import { registerIdentity } from './modules/identity/identity.rest.ts';
import { registerInvoicesRest } from './modules/invoices/invoices.rest.ts';
import { registerLiveRest } from './modules/live/live.rest.ts';
import { registerMailboxRest } from './modules/mailbox/mailbox.rest.ts';
import { registerOneShotRest } from './modules/one-shot/one-shot.rest.ts';
import { registerPersonRest } from './modules/person/person.rest.ts';
import { registerProfilesRest } from './modules/profiles/profiles.rest.ts';
import { registerPublicPages } from './modules/public-pages/public-pages.rest.ts';
import { registerVerification } from './modules/public-pages/verification.rest.ts';
import { registerSellerRest } from './modules/seller/seller.rest.ts';
import { observeSignUps } from './modules/sign-ups/sign-ups.metrics.ts';
import { registerSignUpsRest } from './modules/sign-ups/sign-ups.rest.ts';
import { registerSuperiorsRest } from './modules/superiors/superiors.rest.ts';
import { observeBackup } from './platform/db/backup/metrics.ts';
import type { Database } from './platform/db/database.ts';
import { observeClock, observePools } from './platform/db/metrics.ts';
import { observeLogSeals } from './platform/db/seals/metrics.ts';
import { observeFiles } from './platform/files/metrics.ts';
import { launchDarklyOrigins } from './platform/flags/launchdarkly.ts';
import {
  ADMISSION_LIMITS,
  type AdmissionLimits,
  duringSlot,
  inFlightFor,
  maxWaitFor,
  registerAdmission,
} from './platform/http/admission/admission.ts';
import { registerCors } from './platform/http/cors.ts';
import { paymentOriginsOf, registerSecurityHeaders } from './platform/http/headers.ts';
import { registerHealth } from './platform/http/health.ts';
import { leaveValidationToServices } from './platform/http/json-schema.ts';
import { listRoutes, type RouteFact } from './platform/http/methods.ts';
import { createMetrics, registerObservation } from './platform/http/observe.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { registerRefusalLog } from './platform/http/refusals/refusal-log.ts';
import { createHttpServer, type HttpServerOptions } from './platform/http/server.ts';
import { prepareShutdown, type Shutdown } from './platform/http/shutdown.ts';
import { registerWeb } from './platform/http/web.ts';
import { registerSecurityTxt } from './platform/http/well-known/security-txt.ts';
import { observeJobs, observeOutbox } from './platform/jobs/metrics.ts';
import { WORKER_LIMIT_MS } from './platform/jobs/outbox.ts';
import { createSchedule, type Schedule } from './platform/jobs/schedule.ts';
import { registerMailEvents } from './platform/mail/events.rest.ts';
import { observeScans } from './platform/malware/metrics.ts';
import { NotReady } from './platform/readiness.ts';
import { openSecretKeys } from './platform/secrets/keys.ts';
import { observeSmsSession } from './platform/sms/metrics.ts';
import { registerSmsReports } from './platform/sms/reports.rest.ts';
import { createServices, type Services } from './services.ts';

export interface AppDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly limits?: Partial<AdmissionLimits>;
  /** Interval at which live streams with expired credentials are closed. */
  readonly liveSweepMs?: number;
  /** See `createHttpServer`. */
  readonly serializers?: HttpServerOptions['serializers'];
}

export interface App {
  readonly http: FastifyInstance;
  readonly services: Services;
  readonly schedule: Schedule;
  /** A server with only `/healthz`, `/readyz` and `/metrics`, for a process without pages and API. */
  readonly healthServer: () => FastifyInstance;
  readonly shutdown: Shutdown;
  readonly routes: readonly RouteFact[];
}

/** The whole server, the same in production and in tests; `http.listen()` opens it, `shutdown.stop()` ends it. */
export async function buildApp({ config, db, clock, log, limits, liveSweepMs, serializers }: AppDeps): Promise<App> {
  const http = createHttpServer({ config, log, ...(serializers && { serializers }) });
  const keys = await openSecretKeys(config, db, clock.now());
  const services = createServices({ config, db, clock, log, keys });
  const { identity, live, documents, files, reading } = services;
  const metrics = createMetrics();

  // For all responses.
  registerSecurityHeaders(http, config);
  registerCors(http, config);
  registerObservation(http, metrics);
  registerRefusalLog(http, { db, clock, log });
  const admissionLimits = {
    ...ADMISSION_LIMITS,
    inFlight: inFlightFor(config.databasePoolSize),
    maxWaitMs: maxWaitFor(config.databaseTimeoutMs),
    ...limits,
  };
  const admission = registerAdmission(http, admissionLimits);
  const shutdown = prepareShutdown(http, {
    delayMs: config.shutdownDelayMs,
    endStreams: () => {
      live.close();
      void reading.close(); // pending requests fail with a message that the document cannot be read
    },
  });
  const { routes, addMethodFallbacks } = listRoutes(http);

  // For operators.
  observePools(metrics, db);
  observeClock(metrics, db, clock);
  metrics.gauge('requests_in_flight', 'Requests of programs that are worked on.', admission.inFlight);
  metrics.gauge('requests_queued', 'Requests of programs that wait for their turn.', admission.queued);
  metrics.gauge('requests_waiting_for_body', 'Requests of programs whose body is still on its way.', admission.waitingForBody);
  metrics.gauge('live_streams', 'Open live streams.', () => live.count());
  metrics.gauge('documents_being_inspected', 'PDF files that are being inspected, or wait for it.', () => documents.pending());
  metrics.gauge('certificates_being_read', 'Documents that are being read, or wait for it.', () => reading.pending());
  observeFiles(metrics, files);
  if (services.malwareScanner !== null) observeScans(metrics, services.malwareScanner, documents);
  if (services.sms.session !== null) observeSmsSession(metrics, services.sms.session);
  observeOutbox(metrics, services.outbox);
  const schedule = createSchedule({ db, clock, log, jobs: jobsOf(services) });
  observeJobs(metrics, schedule);
  if (services.backup !== null) observeBackup(metrics, services.backup, db.ownerUrl);
  observeLogSeals(metrics, services.logSeals);
  observeSignUps(metrics, services.signUps);
  observeHeldResults(metrics, services.checks);
  const moves = async (standstillMs: number, limitMs = admissionLimits.standstillMs): Promise<void> => {
    if (standstillMs > limitMs) throw new NotReady('exhausted');
  };
  const { malwareScanner } = services;
  const scannerCheck = malwareScanner && { scanner: () => malwareScanner.ready() };
  // A process is only unready at a standstill, not when it is busy: a load balancer that removes busy processes makes a peak worse.
  const checks = {
    database: () => db.ping(),
    connections: () => moves(db.stats().standstillMs),
    requests: () => moves(admission.standstillMs()),
    identity: () => identity.ready(),
    files: () => files.ready(),
    ...scannerCheck,
  };
  const health = {
    metrics,
    metricsToken: config.metricsToken,
    stopping: shutdown.stopping,
    // Shown but not decisive: all processes share the bucket and the scanner, and can do everything else while these are unavailable.
    shownOnly: files.kind === 's3' ? ['files', 'scanner'] : ['scanner'],
  };
  registerHealth(http, { ...health, checks });
  function healthServer(): FastifyInstance {
    const server = createHttpServer({ config, log });
    registerSecurityHeaders(server, config);
    const { database } = checks;
    registerHealth(server, {
      ...health,
      checks: { database, files: checks.files, ...scannerCheck, jobs: () => moves(services.outbox.silentMs(), WORKER_LIMIT_MS) },
    });
    return server;
  }
  await registerOpenApi(http, config.apiUrl ?? config.publicUrl);

  // Signing in uses cookies, no token.
  await registerIdentity(http, { identity, config });

  // All other routes are authenticated by the Authorization header; only routes marked as public accept anonymous requests.
  http.decorateRequest('actor');
  await http.register(async (api) => {
    api.addHook('onRequest', async (request) => {
      request.actor = await duringSlot(request, () => identity.authenticate(request));
      if (request.actor.kind === 'anonymous' && !request.routeOptions.config.public) throw new AppError('access.unauthenticated');
    });
    leaveValidationToServices(api);
    await registerGraphql(api, { schema, services, config });
    await registerProfilesRest(api, services);
    await registerSuperiorsRest(api, services);
    await registerSellerRest(api, services);
    await registerSignUpsRest(api, services);
    await registerOneShotRest(api, services);
    await registerChecksRest(api, services);
    await registerOffersRest(api, services);
    await registerEmployeePageRest(api, services);
    await registerDashboardRest(api, services);
    await registerDocumentsRest(api, services);
    await registerExportsRest(api, services);
    await registerFeatureFlagsRest(api, services);
    await registerInvoicesRest(api, services);
    await registerMailboxRest(api, services);
    await registerPersonRest(api, services);
    await registerSmsReports(api, services);
    await registerMailEvents(api, services);
    await registerLiveRest(api, { services, authenticate: identity.authenticateAnew, sweepMs: liveSweepMs });
  });

  await registerPublicPages(http, services);
  await registerVerification(http, services);
  registerSecurityTxt(http, { config, clock });
  const origins = paymentOriginsOf(config.payments);
  const calls = [...(origins.calls ?? []), ...launchDarklyOrigins(config)];
  await registerWeb(http, { directory: config.webDir, apiUrl: config.apiUrl, others: { ...origins, calls } });
  addMethodFallbacks();
  http.addHook('onClose', async () => {
    live.close();
    identity.close();
    await Promise.all([documents.close(), reading.close(), services.sms.close()]);
  });
  return { http, services, schedule, healthServer, shutdown, routes };
}
