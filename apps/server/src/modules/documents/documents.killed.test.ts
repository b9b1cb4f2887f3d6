import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { emptyPage, pdfFile, pdfStream } from '../../test/documents/pdf-files.ts';
import { testFolder } from '../../test/folder.ts';
import { nightly } from '../../test/nightly.ts';
import { startProcess } from '../../test/servers/process.ts';
import { serverApp } from '../../test/servers/server-app.ts';

const ROUNDS = 100;
const UPLOADS = 6;

// security.md, U5. A cut of power cannot be played here: that each step is flushed in its order is in disk-files.ts.
test.runIf(nightly)(
  'kill -9 of the real server in the middle of uploads leaves no row without its whole file',
  { timeout: 1_800_000 },
  async () => {
    const database = await testDatabase();
    // The server's processes tell the time themselves.
    const clock = testClock(new Date().toISOString());
    const dataDir = testFolder('killed-uploads');
    const app = await serverApp(database, { clock, config: { dataDir } });
    mkdirSync(join(dataDir, 'files'), { recursive: true });
    const env = { DATABASE_URL: database.config.databaseUrl ?? '', DATA_DIR: dataDir };
    const files = () => readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const sums = new Map<string, string>();
    const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    let [answered, cutOff] = [0, 0];

    for (let round = 0; round < ROUNDS; round += 1) {
      // A session of now: the server refuses one that began in the first round of a long storm.
      clock.set(new Date().toISOString());
      // Each round somebody else: nobody uploads so much in a day.
      const { companyId, browser } = await app.signedIn();
      const headers = {
        authorization: `Bearer ${browser.token}`,
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        'content-type': 'application/pdf',
      };
      const { child, address, ended } = startProcess(env);
      const origin = await address();
      const before = files().length;
      const uploads = Array.from({ length: UPLOADS }, async (_, number) => {
        const name = `${round}-${number}.pdf`;
        const body = pdfFile({ ...emptyPage(), 4: pdfStream('', randomBytes(200_000 * (number + 1)).toString('base64')) });
        sums.set(name, sumOf(body));
        const answer = await fetch(`${origin}/v1/api/companies/${companyId}/documents?fileName=${name}`, {
          method: 'POST',
          headers,
          body: new Uint8Array(body),
        });
        expect(answer.status, await answer.clone().text()).toBe(201);
        answered += 1;
        return ((await answer.json()) as { id: string }).id;
      });
      // In the middle: the beginning of a file is there; every other time, somebody has an answer.
      let over = false;
      const ends = Promise.allSettled(uploads).finally(() => {
        over = true;
      });
      while (!over && files().length === before) await setTimeout(1);
      if (round % 2 === 1) await Promise.race(uploads);
      await setTimeout(Math.random() * 40);
      child.kill('SIGKILL');
      const outcomes = await ends;
      expect(await ended).toBeNull();
      const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
      // Cut off by the end of the server, and not refused by it.
      for (const { reason } of rejected) expect(reason).toBeInstanceOf(TypeError);
      cutOff += rejected.length;

      const rows = await database.owner<{ id: string; fileName: string }>('select id, "fileName" from documents where "companyId" = $1', [
        companyId,
      ]);
      const kept = rows.map(({ id }) => id);
      // Whoever was answered finds it; whoever was not may.
      for (const outcome of outcomes) if (outcome.status === 'fulfilled') expect(kept).toContain(outcome.value);
      for (const { id, fileName } of rows) {
        const answer = await app.http.inject({ url: `/v1/api/companies/${companyId}/documents/${id}`, headers });
        expect([answer.statusCode, sumOf(answer.rawPayload)], fileName).toEqual([200, sums.get(fileName)]);
      }
    }
    expect(answered).toBeGreaterThan(ROUNDS / 10);
    expect(cutOff).toBeGreaterThan(ROUNDS / 10);

    // What belongs to no row is removed later.
    clock.advance({ hours: 48 });
    const [{ count } = { count: 0 }] = await database.owner<{ count: number }>('select count(*)::integer as count from documents');
    const left = files().length - count;
    expect(await app.services.documents.sweep()).toBe(left);
    expect(files()).toHaveLength(count);
  },
);
