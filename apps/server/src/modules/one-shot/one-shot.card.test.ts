import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_CARDS } from '@checkwell/domain/one-shot/contract';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { oneShotInput, shop } from '../../test/servers/payments.ts';

const database = await testDatabase();
const { owner } = database;
const { app, clock, order, get, pay, confirm, confirmNumber } = await shop(database);

/** Of no test card, with right check digit: it is declined. */
const OTHER = '4539148803436467';
const NUMBERS = [TEST_CARDS.success, OTHER];
/** As it is, in groups as on the card, and as PostgreSQL writes bytes. */
const FORMS = NUMBERS.flatMap((number) => [number, number.replace(/(.{4})(?=.)/g, '$1 '), Buffer.from(number).toString('hex')]);

const findsCard = (text: string): boolean => FORMS.some((form) => text.includes(form));

/** Every row of every table, in whatever schema. */
async function everyRow(): Promise<readonly string[]> {
  const tables = await owner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(tables.map(({ name }) => owner<{ text: string }>(`select t::text as text from ${name} t`)));
  return rows.flat().map(({ text }) => text);
}

/** Logs may hold objects that name themselves. */
function written(value: unknown): string {
  const seen = new Set<unknown>();
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null) return typeof part === 'bigint' ? String(part) : part;
    if (seen.has(part)) return undefined;
    seen.add(part);
    return part instanceof Error ? `${part.stack} ${String(part.cause)}` : part;
  });
}

test('the number of a card is in no table, mail, log or file of the product, whether it paid or was declined', async () => {
  const input = oneShotInput(clock);
  const { body } = await order(input);
  await confirmNumber((await pay(body.token)).body, OTHER);
  await expect.poll(async () => (await get(body.token, true)).body.attempt?.state).toBe('Declined');
  await confirm((await pay(body.token)).body, 'success');
  await expect.poll(async () => (await get(body.token, true)).body.state).toBe('Paid');
  await app.services.outbox.drain();

  const rows = await everyRow();
  // What is looked through is where such things would stand: the order, the attempt, the mail with the invoice.
  const { invoicingEmail, invoicingCompanyName } = input.invoicing;
  expect(rows.filter((row) => row.includes(invoicingEmail)).length).toBeGreaterThan(2);
  expect(rows.some((row) => row.includes(invoicingCompanyName))).toBe(true);
  expect(rows.filter(findsCard)).toEqual([]);
  expect(app.log.lines.map(({ parts }) => written(parts)).filter(findsCard)).toEqual([]);
  const files = readdirSync(app.config.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) expect(findsCard(readFileSync(join(parentPath, name), 'latin1')), name).toBe(false);
});

test('and would be found if it was there', async () => {
  await owner('create table public.canary (text text, bytes bytea)');
  await owner('insert into public.canary values ($1, $2)', [`card ${TEST_CARDS.success}`, Buffer.from(`card ${OTHER}`)]);
  const found = (await everyRow()).filter(findsCard);
  await owner('drop table public.canary');
  expect(found).toHaveLength(1);
  expect(findsCard(written([new Error('no', { cause: `4242 4242 4242 4242` })]))).toBe(true);
});
