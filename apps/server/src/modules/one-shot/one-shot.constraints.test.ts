import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS_DIR, migrate } from '../../platform/db/set-up/migrate.ts';
import { newId } from '../../platform/ids.ts';
import { TEST_SECRET } from '../../test/config.ts';
import { cloneDatabase, testDatabase } from '../../test/database.ts';
import { testLogger } from '../../test/logger.ts';
import { migrationsDir } from '../../test/migrations-dir.ts';
import { nightly } from '../../test/nightly.ts';
import { oneShotScenario, type PaidCheck } from '../../test/one-shot.ts';
import { runAs } from '../../test/sql.ts';

/** What the database refuses about money, whoever writes; and what happens to rows that were written before it did. */

const database = await testDatabase();
const { owner } = database;
const { actors, oneShot, checks, outbox, paid, planned, creditNotes } = await oneShotScenario(database);

/** @returns the constraint that refused, or undefined */
const refusedBy = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { constraint?: string }) => {
      if (error.constraint === undefined) throw error;
      return error.constraint;
    },
  );

/** Of 181.50 euros 136.13 went back, with their credit note. */
async function partlyBack(): Promise<PaidCheck> {
  const check = await paid();
  const { version } = await planned(check.key.checkId);
  await checks.cancel(actors.planner, check.key.checkId, version, { reason: 'Withdrawn by telephone' });
  while ((await outbox.drain()) > 0);
  expect(await creditNotes(check)).toEqual([136_13]);
  return check;
}

let numbers = 0;
/** Another credit note like the one that there is. */
async function credit(
  { key }: PaidCheck,
  fromCents: number | null,
  toCents: number | null,
  totalCents = Number(toCents) - Number(fromCents),
) {
  numbers += 1;
  await owner(
    `insert into invoices select (jsonb_populate_record(i, jsonb_build_object('id', $2::uuid, 'number', 'C2099-' || $3, 'structuredMessage',
       '+++' || lpad($3, 3, '0') || '/0000/00000+++', 'movedFromCents', $4::int, 'movedToCents', $5::int, 'totalCents', $6::int, 'netCents', $6::int,
       'vatCents', 0, 'paidCents', 0, 'attemptId', case when $5::int is null then null else "attemptId" end))).*
     from invoices i where "checkId" = $1 and kind = 'CreditNote' order by "createdAt" limit 1`,
    [key.checkId, newId(), String(numbers), fromCents, toCents, totalCents],
  );
}

describe('the database refuses', () => {
  test.each([
    ['a second credit note for the same money', 0, 136_13],
    ['one that begins before the last one ends', 100_00, 181_50],
    ['one for a part of what was credited', 1_00, 2_00],
  ])('%s', async (_what, fromCents, toCents) => {
    expect(await refusedBy(credit(await partlyBack(), fromCents, toCents))).toBe('invoices_moved_once');
  });

  test('credit notes above their invoice, and takes them up to it', async () => {
    const check = await partlyBack();
    expect(await refusedBy(credit(check, 136_13, 181_51))).toBe('invoices_credited');
    expect(await refusedBy(credit(check, 136_13, 181_50))).toBeUndefined();
    expect(await owner('select "creditedCents" from invoices where "checkId" = $1 and kind = $2', [check.key.checkId, 'Invoice'])).toEqual([
      { creditedCents: 181_50 },
    ]);
  });

  test('a credit note about a check for which nothing went back, or another sum', async () => {
    const check = await partlyBack();
    expect(await refusedBy(credit(check, null, null, 45_37))).toBe('invoices_card_credit');
    expect(await refusedBy(credit(check, 136_13, 181_50, 45_00))).toBe('invoices_moved');
  });

  test('a credit note that corrects a credit note', async () => {
    const check = await partlyBack();
    const work = owner(
      `with wrong as (select id from invoices where "checkId" = $1 and kind = 'CreditNote')
       insert into invoices select (jsonb_populate_record(i, jsonb_build_object('id', $2::uuid, 'number', 'C2099-X', 'structuredMessage',
         '+++999/0000/00000+++', 'movedFromCents', 13613, 'movedToCents', 18150, 'totalCents', 4537, 'netCents', 4537, 'vatCents', 0, 'paidCents', 0,
         'correctsId', (select id from wrong)))).*
       from invoices i where "checkId" = $1 and kind = 'CreditNote'`,
      [check.key.checkId, newId()],
    );
    expect(await refusedBy(work)).toBe('invoices_corrects_invoice');
  });

  test('two refunds under way of one payment', async () => {
    const check = await partlyBack();
    await oneShot.refund(actors.planner, check.key, { reason: 'Goodwill' });
    const again = owner(
      `insert into one_shot_refunds (id, "attemptId", "fromCents", "toCents", "createdAt")
       select $2, "attemptId", "fromCents", "toCents", "createdAt" from one_shot_refunds r
       where state = 'Open' and "attemptId" in (select id from one_shot_attempts where "orderId" = $1)`,
      [check.orderId, newId()],
    );
    expect(await refusedBy(again)).toBe('one_shot_refunds_open');
    while ((await outbox.drain()) > 0);
    expect(await creditNotes(check)).toEqual([136_13, 45_37]);
  });

  test('two companies of one payer, and a client in the place of one', async () => {
    const { key } = await paid();
    const copy = (changes: string, oneShot: boolean) =>
      owner(
        `insert into companies (id, name, "companyNumber", "companyAddress", language, "staffCount", "checkPrice", "createdAt", "payerKey", "oneShot")
         select $2, name, $3, "companyAddress", language, 1, 1, "createdAt", "payerKey", $4 from companies where id = $1`,
        [key.companyId, newId(), changes, oneShot],
      );
    expect(await refusedBy(copy('BE0440966354', true))).toBe('companies_payer');
    expect(await refusedBy(copy('BE0123456749', false))).toBe('companies_payer_only');
  });
});

describe.runIf(nightly)('rows of before', () => {
  const names = readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql'));
  const migrated = (ownerUrl: string, keep: (name: string) => boolean) =>
    migrate({
      ownerUrl,
      config: { appSecret: TEST_SECRET },
      log: testLogger(),
      directory: migrationsDir(
        Object.fromEntries(names.filter(keep).map((name) => [name, readFileSync(join(MIGRATIONS_DIR, name), 'utf8')])),
      ),
    });

  test('that contradict one another are brought along: doubled credit notes, refunds that stopped, companies made twice', async () => {
    const ownerUrl = await cloneDatabase();
    const first = names.find((name) => name.endsWith('_refunds.sql')) ?? '';
    await migrated(ownerUrl, (name) => name < first);
    const [company, twin, check, order, attempt, invoice] = Array.from({ length: 6 }, newId);
    const notes = Array.from({ length: 3 }, newId);
    await runAs(
      ownerUrl,
      `insert into companies (id, name, "companyNumber", "companyAddress", language, "staffCount", "checkPrice", "invoicingEmail", "oneShot", "createdAt")
       values ('${company}', 'Bakkerij', 'BE0440966354', 'Kouter 2', 'nl', 1, 15000, 'a@b.be', true, '2026-11-01'),
         ('${twin}', 'BAKKERIJ', 'BE0440966354', 'Kouter  2', 'nl', 1, 15000, 'a@b.be', true, '2026-11-02')`,
    );
    await runAs(ownerUrl, `set session_replication_role = replica; ${oldOrder({ company, check, order, attempt, invoice, notes })}`);

    await migrated(ownerUrl, () => true);

    expect(
      await runAs(ownerUrl, `select "movedFromCents", "movedToCents" from invoices where kind = 'CreditNote' order by number`),
    ).toEqual([
      { movedFromCents: 0, movedToCents: 136_13 },
      { movedFromCents: null, movedToCents: null },
    ]);
    expect(await runAs(ownerUrl, `select "creditedCents" from invoices where kind = 'Invoice'`)).toEqual([{ creditedCents: 181_50 }]);
    // What was stopped goes back from now on.
    expect(
      await runAs(
        ownerUrl,
        `select r."fromCents", r."toCents", r.state, r.reason, o.topic from one_shot_refunds r join outbox o using (id)`,
      ),
    ).toEqual([{ fromCents: 136_13, toCents: 181_50, state: 'Open', reason: 'Goodwill', topic: 'oneShotRefund' }]);
    expect(await runAs(ownerUrl, `select id from companies where "payerKey" is not null`)).toEqual([{ id: company }]);
  });
});

/** A payment of which 136.13 euros went back, with two credit notes for it, and of which the rest never did. */
function oldOrder(ids: {
  readonly company: string | undefined;
  readonly check: string | undefined;
  readonly order: string | undefined;
  readonly attempt: string | undefined;
  readonly invoice: string | undefined;
  readonly notes: readonly string[];
}): string {
  const { company, check, order, attempt, invoice, notes } = ids;
  const document = (id: string | undefined, kind: string, number: string, cents: number, corrects: string) =>
    `('${company}', '${id}', '${kind}', '${number}', '2026-11-20', 'nl', '${check}', ${corrects}, '{}', '{}', '[]', 'x', '+++${number.slice(-3)}/0000/00000+++',
      ${cents}, 0, ${cents}, ${cents}, '2026-11-20')`;
  return `
    insert into checks ("companyId", id, "employeeId", source, "creationDate", "modificationDate", "workerFirstName", "workerLastName", "workerGender",
      "workerLanguage", "workerAddress", "workerPhoneNumber", "searchText", "incapacityStartDate", "incapacityEndDate", "incapacityType", "checkTiming",
      "checkLocation")
    values ('${company}', '${check}', '${check}', 'OneShot', '2026-11-19', '2026-11-19', 'Jan', 'Peeters', 'Male', 'NL', 'Nieuwstraat 5', '+3222345678',
      'x', '2026-11-20', '2026-11-25', 'Illness', 'Optimized', 'Office');
    insert into one_shot_orders (id, "tokenHash", "keyHash", "requestHash", state, language, "incapacityStartDate", "incapacityEndDate", "netCents", "vatCents",
      "totalCents", "refundedCents", "companyId", "checkId", "paidAttemptId", "createdAt", "payableUntil", "paidAt")
    values ('${order}', sha256('a'), sha256('b'), sha256('c'), 'Paid', 'nl', '2026-11-20', '2026-11-25', 15000, 3150, 18150, 13613, '${company}', '${check}',
      '${attempt}', '2026-11-19', '2026-11-20', '2026-11-19');
    insert into one_shot_attempts (id, "orderId", "keyHash", state, provider, "providerId", "capturedCents", "refundedCents", "refundDueCents", "refundReason",
      "createdAt", "updatedAt")
    values ('${attempt}', '${order}', sha256('d'), 'Succeeded', 'stripe', 'pi_1', 18150, 13613, 18150, 'Goodwill', '2026-11-19', '2026-11-20');
    insert into outbox (id, topic, payload, "createdAt", "dueAt") values ('${notes[2]}', 'oneShotRefund', '{"attemptId": "${attempt}"}', '2026-11-20', '2026-11-20');
    insert into invoices ("companyId", id, kind, number, "issueDate", language, "checkId", "correctsId", seller, buyer, lines, reference, "structuredMessage",
      "netCents", "vatCents", "totalCents", "paidCents", "createdAt")
    values ${document(invoice, 'Invoice', '2026-000001', 181_50, 'null')}, ${document(notes[0], 'CreditNote', 'C2026-000002', 136_13, `'${invoice}'`)},
      ${document(notes[1], 'CreditNote', 'C2026-000003', 136_13, `'${invoice}'`)};`;
}
