import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, loadConfig, StartupError } from './config.ts';
import { startJobs } from './jobs.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { openDatabase } from './platform/db/database.ts';
import { createLogger, type Logger } from './platform/http/logger.ts';
import { runProgram } from './platform/program.ts';
import { demoNotice, seedDemo } from './seed/demo.ts';

/** What keeps a server from listening, as the person at the terminal can mend it. */
const LISTEN_FAULTS: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is already in use: stop the other program, or set PORT to another number.`,
  EACCES: ({ port }) => `This account may not listen on port ${port}: set PORT to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is "${host}", which is no address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST is "${host}", which is no address of this machine.`,
};

/** What is under way gets this long; then the process ends all the same. */
const STOP_DEADLINE_MS = 20_000;

/** Starts one process of the product: database, web (pages and API), jobs; and ends it when it is told to. */
await runProgram(async () => {
  const config = loadConfig();
  const log = createLogger(config);
  /** What was started, in order; the end goes backwards. */
  const started: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).reverse()) await end();
  };
  endOnSignal(stop, log);

  try {
    const db = await openDatabase(config, { log });
    started.push(() => db.close());
    const app = await buildApp({ config, db, clock: systemClock, log });
    started.push(() => app.shutdown.stop());
    if (config.demo) await seedDemo({ db, clock: systemClock, identity: app.services.identity });
    if (config.roles.has('web')) await listen(app.http, config);
    if (config.roles.has('jobs')) started.push(startJobs(app.services, log));
  } catch (error) {
    await stop();
    throw error;
  }
});

function endOnSignal(stop: () => Promise<void>, log: Logger): void {
  let ending = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ending) return; // it is on its way; SIGKILL remains for the impatient
      ending = true;
      log.info(`${signal}: what is under way is finished first.`);
      setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
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

async function listen(http: FastifyInstance, config: Config): Promise<void> {
  try {
    await http.listen({ port: config.port, host: config.host });
  } catch (error) {
    const sentence = error instanceof Error && 'code' in error ? LISTEN_FAULTS[String(error.code)] : undefined;
    if (!sentence) throw error;
    throw new StartupError(sentence(config), { cause: error });
  }
  const { port } = http.server.address() as AddressInfo;
  process.stdout.write(
    `Checkwell is ready: ${config.port === port ? config.publicUrl : `http://localhost:${port}`}\n${config.demo ? `${demoNotice()}\n` : ''}`,
  );
}
