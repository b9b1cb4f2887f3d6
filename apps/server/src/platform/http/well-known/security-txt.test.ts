import { expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

const database = await testDatabase();
const get = (app: Awaited<ReturnType<typeof serverApp>>) => app.http.inject({ url: '/.well-known/security.txt' });

test('security.txt names the contact until its expiry date, and is not found afterwards', async () => {
  const clock = testClock();
  const until = new Date(clock.now().getTime() + 24 * 3_600_000);
  const app = await serverApp(database, {
    clock,
    config: { publicUrl: 'https://checks.example.be', security: { contact: 'mailto:security@example.be', until } },
  });
  const answer = await get(app);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toBe(
    `Contact: mailto:security@example.be\nExpires: ${until.toISOString()}\nPreferred-Languages: en, fr, nl\nCanonical: https://checks.example.be/.well-known/security.txt\n`,
  );
  clock.advance({ hours: 25 });
  expect((await get(app)).statusCode).toBe(404);
});

test('security.txt is not found without a contact', async () => {
  expect((await get(await serverApp(database))).statusCode).toBe(404);
});
