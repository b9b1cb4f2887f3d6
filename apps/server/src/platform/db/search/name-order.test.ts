import { foldText } from '@checkwell/domain/people/search-text';
import type { Actor } from '@checkwell/domain/policy';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkServices } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { nameOrder, superiorOrder } from './similar.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const fixtures = await createFixtures(db, clock);

/** Family name and first name, in the expected order. */
const NAMES = [
  ['Adam', 'Zoé'],
  ["D'Hondt", 'Bram'],
  ['D’Hondt', 'Cas'],
  ['De Smet', 'An'],
  ['Deckers', 'Amir'],
  ['Élie', 'Luc'],
  ['Emonds', 'Els'],
  ['Łukasiewicz', 'Jan'],
  ['Lund', 'Eva'],
  ['müller', 'Ines'],
  ['MULLER', 'Iris'],
  ['Olivier', 'Kim'],
  ['Østergaard', 'Kaj'],
  ['Öztürk', 'Aylin'],
  ['Peeters', 'Zita'],
  ['Peeters Janssens', 'An'],
  ['Strauß', 'Hans'],
  ['Van den Berghe', 'Marie-Claire'],
  ['Yılmaz', 'Ömer'],
] as const;
const fullNames = NAMES.map(([last, first]) => `${first} ${last}`);

test('every list sorts people by family name, ignoring case and diacritics', async () => {
  const { adminA, planner } = fixtures.actors;
  const [employee] = fixtures.a.employees;
  const reversed = NAMES.toReversed();
  await owner(`delete from certificates`);
  await owner(
    `insert into employees ("companyId", id, "employeeMatricule", "employeeFirstName", "employeeLastName", "employeeLanguage",
       "employeeGender", "employeePhoneNumber", "employeeAddress", "searchText")
     select "companyId", gen_random_uuid(), 'of-the-test-' || n, first, last, "employeeLanguage", "employeeGender", "employeePhoneNumber",
       "employeeAddress", '' from employees, unnest($2::text[], $3::text[]) with ordinality names (last, first, n) where id = $1`,
    [employee, reversed.map(([last]) => last), reversed.map(([, first]) => first)],
  );
  await owner(
    `insert into certificates ("companyId", id, "employeeId", "startDate", "endDate", "incapacityReason", "authorizedExit", "entryType",
       "certifType", "searchText")
     select "companyId", gen_random_uuid(), id, '2026-03-01', '2026-03-09', 'Illness', true, 'ABSENCE_DECLARATION', 'FirstCertificate', ''
     from employees where "employeeMatricule" like 'of-the-test-%'`,
  );
  for (const [workerLastName, workerFirstName] of reversed) {
    await insertCheck(db, fixtures, clock, { workerLastName, workerFirstName });
    await insertCheck(db, fixtures, clock, { workerLastName, workerFirstName, status: 'Archived' });
  }

  const { employees, certificates, checks } = checkServices(db, clock);
  const ofTest = ({ employeeMatricule }: { readonly employeeMatricule: string }) => employeeMatricule.startsWith('of-the-test-');
  const named = (one: { readonly employeeFirstName: string; readonly employeeLastName: string }) =>
    `${one.employeeFirstName} ${one.employeeLastName}`;
  const first = 100;
  const byEmployee = { field: 'employeeLastName', direction: 'asc' } as const;
  const byWorker = { field: 'workerFullName', direction: 'asc' } as const;

  expect((await employees.list(adminA, { sort: byEmployee, first })).nodes.filter(ofTest).map(named)).toEqual(fullNames);
  expect((await certificates.list(adminA, { sort: byEmployee, first })).nodes.filter(ofTest).map(named)).toEqual(fullNames);
  expect((await checks.listOpen(adminA, { sort: byWorker, first })).nodes.map((check) => check.workerFullName)).toEqual(fullNames);
  const reports = await checks.listReports(adminA, { sort: byWorker, first: 10 });
  const others = await checks.listReports(adminA, { sort: byWorker, first: 10, after: reports.pageInfo.endCursor });
  expect([...reports.nodes, ...others.nodes].map((check) => check.workerFullName)).toEqual(fullNames);
  expect((await checks.listReports(planner, { sort: byWorker, first })).nodes.map((check) => check.workerFullName)).toEqual(fullNames);

  // Statistics for the query planner, as autovacuum collects them; without them two indexes cost the same.
  await owner('analyze checks, employees');

  // With sorts disabled, PostgreSQL uses an index with this order if there is one.
  const planOf = (actor: Actor, rows: RawBuilder<unknown>) =>
    db.as(
      actor,
      async (tx) => {
        for (const method of ['sort', 'seqscan', 'bitmapscan'])
          await sql`select set_config(${`enable_${method}`}, 'off', true)`.execute(tx);
        const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${rows} limit 26`.execute(tx);
        return lines.map((line) => line['QUERY PLAN']).join('\n');
      },
      { readonly: true },
    );
  const plans = {
    employees_by_name: [adminA, sql`select id from employees where "companyId" = ${fixtures.a.id} order by "nameOrder", id`],
    checks_archived_by_name: [
      adminA,
      sql`select id from checks where "companyId" = ${fixtures.a.id} and status = 'Archived' order by "workerNameOrder", id`,
    ],
    checks_archived_by_name_all: [
      planner,
      sql`select id from app.provider_checks where status = 'Archived' order by "workerNameOrder" desc, id desc`,
    ],
  } as const;
  for (const [index, [actor, rows]] of Object.entries(plans)) {
    const plan = await planOf(actor, rows);
    expect(plan).toMatch(new RegExp(`using ${index} on`));
    expect(plan).not.toContain('Sort');
  }
});

test('checks and reports are sorted by the family name of their doctor', async () => {
  const { planner } = fixtures.actors;
  for (const [lastName, firstName] of NAMES.toReversed()) {
    const [doctor] = await owner<{ id: string }>(
      `insert into doctors (id, "firstName", "lastName", email, "phoneNumber", languages, "inamiNumber", "practiceAddress", latitude, longitude,
         "geoPrecision", locations)
       select gen_random_uuid(), $1, $2, gen_random_uuid() || '@doctors.example', "phoneNumber", languages,
         (10000000000 + (select count(*) from doctors))::text, "practiceAddress", latitude, longitude, "geoPrecision", locations
       from doctors limit 1 returning id`,
      [firstName, lastName],
    );
    const named = { doctorId: doctor?.id as string, doctorFullName: `${firstName} ${lastName}` };
    await insertCheck(db, fixtures, clock, { ...named, status: 'WaitingForCheck' });
    await insertCheck(db, fixtures, clock, { ...named, status: 'Archived' });
  }
  const { checks } = checkServices(db, clock);
  const sort = { field: 'doctorFullName', direction: 'asc' } as const;
  const ofTest = (check: { readonly doctorFullName: string }) => fullNames.includes(check.doctorFullName);
  for (const { nodes } of [await checks.listOpen(planner, { sort, first: 100 }), await checks.listReports(planner, { sort, first: 100 })])
    expect(nodes.filter(ofTest).map((check) => check.doctorFullName)).toEqual(fullNames);
});

test('the database folds names in the same way as `foldText`', async () => {
  const names = [...fullNames, 'Ægir Þór', 'Œuvray', 'Đorđe', 'ẞ', 'Ａｎ', 'Jean‐Luc', 'Ħ Ŧ', 'ﬁ', 'Ǆ'];
  const rows = await owner<{ folded: string }>(
    'select app.folded(name) from unnest($1::text[]) with ordinality names (name, n) order by n',
    [names],
  );
  expect(rows.map(({ folded }) => folded)).toEqual(names.map(foldText));
});

test('tables without a stored order sort names in the same way, and people without a name by e-mail address', async () => {
  const rows = await db.system('test', async (tx) =>
    (
      await sql<{
        email: string;
      }>`select email from (values ('', '', 'nobody@a.be'), ('Öztürk', 'Aylin', 'a@a.be'), ('Peeters', 'An', 'b@a.be'),
        ('Nys', 'Bo', 'c@a.be')) s ("lastName", "firstName", email) order by ${superiorOrder('s')}`.execute(tx)
    ).rows.map(({ email }) => email),
  );
  expect(rows).toEqual(['nobody@a.be', 'c@a.be', 'a@a.be', 'b@a.be']);
  const people = await db.system('test', async (tx) =>
    (
      await sql<{ name: string }>`select first || ' ' || last as name from unnest(${NAMES.map(([last]) => last)}::text[],
        ${NAMES.map(([, one]) => one)}::text[]) p (last, first) order by ${nameOrder('p.last', 'p.first')} desc`.execute(tx)
    ).rows.map(({ name }) => name),
  );
  expect(people).toEqual(fullNames.toReversed());
});

test('the order equals that of `Intl.Collator`', () => {
  const { compare } = new Intl.Collator('nl-BE');
  expect(NAMES.toSorted(([one], [other]) => compare(one, other)).map(([last]) => foldText(last))).toEqual(
    NAMES.map(([last]) => foldText(last)),
  );
});
