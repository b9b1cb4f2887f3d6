import { Agent, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBeside, startServer } from '../e2e/support/server.ts';
import { makePeople } from './support/people.ts';
import { postmasterOf, used } from './support/process-figures.ts';
import { headersOfEmail } from './support/sign-in.ts';
import { inParts, openStream } from './support/streams.ts';

const STREAMS = 5000;
/** Streams that one person may have open. */
const PER_PERSON = 10;
const SETTLE_MS = 10_000;
const MEASURE_MS = 60_000;
/** Share of one core, server and database together. */
const GOAL = 0.01;

/**
 * `npm run bench -- idle-streams`: the processor time of 5,000 open live streams while nothing happens: that of the server and of all
 * PostgreSQL processes in one minute, minus that of a minute without streams. Linux only, with PostgreSQL on this machine.
 * @throws {Error} when they use more than 1 % of a core, or one of them was lost
 */
export async function idleStreams(): Promise<void> {
  const shared = await startServer();
  try {
    // The first server makes the demo; the one that is measured has no jobs.
    const server = await startBeside(shared, () => ({ ROLES: 'web', LOG_LEVEL: 'warn' }));
    const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
    const streams: ClientRequest[] = [];
    let ended = 0;
    try {
      const emails = await makePeople(shared.databaseUrl, 'stream', STREAMS / PER_PERSON, 'basic');
      const people = await inParts(emails, async (email, index) => {
        const from = `10.1.${index >> 8}.${index & 255}`;
        return { ...(await headersOfEmail(server.baseURL, email, from)), 'x-forwarded-for': from };
      });
      await sleep(SETTLE_MS);
      const postmaster = await postmasterOf(shared.databaseUrl);
      const idle = await measure(server.baseURL, postmaster);
      const all = people.flatMap((headers) => Array.from({ length: PER_PERSON }, () => headers));
      await inParts(all, async (headers) => {
        const stream = await openStream(server.baseURL, headers, agent);
        stream.once('close', () => {
          ended += 1;
        });
        streams.push(stream);
      });
      await sleep(SETTLE_MS);
      const loaded = await measure(server.baseURL, postmaster);
      const [inServer, inDatabase] = [loaded.server - idle.server, loaded.database - idle.database];
      const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
      process.stdout.write(
        `${streams.length} idle streams, ${ended} lost: ${percent(inServer)} of a core in the server, ${percent(inDatabase)} in the database\n`,
      );
      if (ended > 0) throw new Error(`${ended} streams were lost.`);
      if (inServer + inDatabase > GOAL) throw new Error(`The goal is at most ${percent(GOAL)}.`);
    } finally {
      for (const stream of streams) stream.destroy();
      agent.destroy();
      await server.stop();
    }
  } finally {
    await shared.stop();
  }
}

interface Measured {
  /** Share of a core. */
  readonly server: number;
  readonly database: number;
}

async function measure(address: string, postmaster: number): Promise<Measured> {
  const before = await used(address, postmaster);
  await sleep(MEASURE_MS);
  const after = await used(address, postmaster);
  const seconds = (after.at - before.at) / 1000;
  return {
    server: (after.server - before.server) / seconds,
    database: (after.database - before.database) / seconds,
  };
}
