import { StartupError } from './config/startup-error.ts';
import type { S3Config } from './config/storage.ts';
import { type Config, loadConfig } from './config.ts';
import { startJobs } from './jobs.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import type { FileStore } from './platform/files/files.ts';
import { holdAddress, listen } from './platform/http/listen.ts';
import { createLogger, type Logger } from './platform/http/logger.ts';
import { runProgram } from './platform/program.ts';
import { standInForMicrosoft, standInForPayments } from './platform/stand-ins/stand-ins.ts';
import { giveBackMemoryOfStart } from './platform/start-memory.ts';
import { addressWarning, startupWarnings } from './platform/startup-warnings.ts';
import { toStartupError } from './platform/to-startup-error.ts';
import { demoNotice } from './seed/demo-notice.ts';

/** Running requests and jobs get this long after the shutdown delay; then the process exits anyway. */
const STOP_DEADLINE_MS = 20_000;

/** Starts one process of the product: database, web (pages and API), jobs. Stops it on SIGTERM or SIGINT. */
await runProgram(async () => {
  const config = loadConfig();
  const log = createLogger(config);
  /** Functions that stop what was started, in the order of the start; they are called in reverse order. */
  const started: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).reverse()) await end();
  };
  endOnSignal({ stop, deadlineMs: config.shutdownDelayMs + STOP_DEADLINE_MS, log });

  let db: Database | undefined;
  try {
    if (config.tracing !== null) {
      const { startTracing } = await import('./platform/tracing/exporter.ts');
      const tracing = startTracing(config.tracing, log);
      started.push(() => tracing.stop());
    }
    const web = config.roles.has('web');
    const address = web ? config : { host: config.host, port: config.healthPort, variable: 'HEALTH_PORT' as const };
    const release = await holdAddress(address);
    started.push(release);
    const opened = await openDatabase(config, { log });
    db = opened;
    started.push(() => opened.close());
    const microsoftStandIn = await standInForMicrosoft(config, systemClock);
    if (microsoftStandIn) started.push(() => microsoftStandIn.stop());
    const microsoft = microsoftStandIn?.registration ?? config.microsoft;
    const paymentStandIn = await standInForPayments(config);
    if (paymentStandIn) started.push(() => paymentStandIn.stop());
    const payments = paymentStandIn?.payments ?? config.payments;
    const complete = { ...config, microsoft, payments };
    const unsafe = web && addressWarning(config);
    if (unsafe) log.warn(unsafe);
    // The demo has its own notice.
    if (!config.demo) for (const warning of startupWarnings(complete)) log.warn(warning);
    // Imported late, because it takes three quarters of the start's processor time: errors of configuration, address or database are reported before.
    const { buildApp } = await import('./app.ts');
    const app = await buildApp({ config: complete, db, clock: systemClock, log });
    started.push(() => app.shutdown.stop());
    if (config.s3 !== null) await askBucket(app.services.files, config.s3, log);
    if (config.demo) {
      const { seedDemo } = await import('./seed/demo.ts');
      await seedDemo({ config, db, clock: systemClock, services: app.services, log });
    }
    await release();
    if (web) {
      const port = await listen(app.http, config);
      paymentStandIn?.deliverTo(port);
      announce(config, port);
    } else {
      const health = app.healthServer();
      started.push(() => health.close());
      const port = await listen(health, address);
      process.stdout.write(`Checkwell works in the background; how it is: http://localhost:${port}/readyz\n`);
    }
    if (config.roles.has('jobs')) {
      app.services.sms.start();
      started.push(startJobs(app.services.outbox, app.schedule));
    }
    const forget = giveBackMemoryOfStart();
    started.push(async () => forget());
    // Called first on shutdown, so that a load balancer notices it before slow jobs have ended.
    started.push(() => app.shutdown.announce());
  } catch (error) {
    const startupError = toStartupError(error, config.dataDir, db);
    await stop();
    throw startupError;
  }
});

/** Checks the bucket: an unavailable one only causes a warning; a wrong configuration is an error. */
async function askBucket(files: Pick<FileStore, 'ready'>, { bucket }: S3Config, log: Logger): Promise<void> {
  try {
    await files.ready();
  } catch (error) {
    if (error instanceof StartupError) throw error;
    log.warn({ err: error }, `Uploads and downloads fail for now: the bucket ${bucket} (S3_BUCKET) does not answer as it should.`);
  }
}

function endOnSignal({ stop, deadlineMs, log }: { stop: () => Promise<void>; deadlineMs: number; log: Logger }): void {
  let ending = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ending) return; // already stopping; SIGKILL ends the process at once
      ending = true;
      log.info(`${signal}: what is under way is finished first.`);
      setTimeout(() => process.exit(1), deadlineMs).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'The end was not clean.');
          process.exit(1);
        },
      );
    });
  }
}

/** Prints the message at the end of a start. */
function announce({ port: wanted, publicUrl, demo }: Config, port: number): void {
  const address = wanted === port ? publicUrl : `http://localhost:${port}`;
  process.stdout.write(`Checkwell is ready: ${address}\n${demo ? `${demoNotice()}\n` : ''}`);
}
