import { CERTIFICATE_SOURCES, CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import { CERTIFICATE_FIELDS, DOCUMENT_FIELDS } from '@checkwell/domain/certificate/fields';
import {
  ARBITRATION_PARTIES,
  ARBITRATION_RULINGS,
  CHECK_LOCATIONS,
  CHECK_OCCURRENCES,
  CHECK_PLAUSIBILITIES,
  CHECK_SOURCES,
  CHECK_STATUSES,
  CHECK_TIMINGS,
  COMMENT_REVIEWS,
  NO_SHOW_EXCUSES,
  NON_OPERABLE_REASON_CODES,
  PROBLEM_OWNERS,
  PROBLEM_REASONS,
} from '@checkwell/domain/check/enums';
import { CHECK_FIELDS } from '@checkwell/domain/check/fields';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { PROVINCES } from '@checkwell/domain/dashboard/provinces';
import type { FieldRule } from '@checkwell/domain/fields';
import { SIGN_UP_REFUSALS, SIGN_UP_STATES } from '@checkwell/domain/identity/sign-up';
import { INVOICE_KINDS } from '@checkwell/domain/invoice/invoice';
import { REFUND_PROBLEMS, REFUND_STATES } from '@checkwell/domain/one-shot/refund';
import { ONE_SHOT_STATES, PAYMENT_ATTEMPT_STATES, PAYMENT_DECLINES } from '@checkwell/domain/one-shot/states';
import { ACCESS_TYPES, GENDERS, PROFILE_KINDS, WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { COMPANY_FIELDS, DOCTOR_FIELDS, EMPLOYEE_FIELDS, USER_FIELDS } from '@checkwell/domain/people/fields';
import { AVAILABILITY_BASES } from '@checkwell/domain/people/work-rules';
import { GEO_PRECISIONS } from '@checkwell/domain/planning/geo';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { API_ROLE } from './roles.ts';

const { db, owner } = await testDatabase();

/** The enumerations of the database, by name, with their values in order. */
const enumerations = await owner<{ name: string; values: string[] }>(`
  select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
  from pg_type t join pg_enum e on e.enumtypid = t.oid join pg_namespace n on n.oid = t.typnamespace
  where n.nspname = 'public' group by 1`);

test('the enumerations of the database are those of the domain, in the same order', () => {
  expect(Object.fromEntries(enumerations.map(({ name, values }) => [name, values]))).toEqual({
    interface_language: INTERFACE_LANGUAGES,
    worker_language: WORKER_LANGUAGES,
    gender: GENDERS,
    acces_type: ACCESS_TYPES,
    profile_kind: PROFILE_KINDS,
    entry_type: ENTRY_TYPES,
    certif_type: CERTIFICATE_TYPES,
    incapacity_type: INCAPACITY_TYPES,
    certificate_source: CERTIFICATE_SOURCES,
    check_timing: CHECK_TIMINGS,
    check_location: CHECK_LOCATIONS,
    check_occurence: CHECK_OCCURRENCES,
    check_plausibility: CHECK_PLAUSIBILITIES,
    check_status: CHECK_STATUSES,
    check_source: CHECK_SOURCES,
    problem_reason: PROBLEM_REASONS,
    problem_owner: PROBLEM_OWNERS,
    comment_review: COMMENT_REVIEWS,
    non_operable_reason: NON_OPERABLE_REASON_CODES,
    arbitration_party: ARBITRATION_PARTIES,
    arbitration_ruling: ARBITRATION_RULINGS,
    no_show_excuse: NO_SHOW_EXCUSES,
    geo_precision: GEO_PRECISIONS,
    province: PROVINCES,
    document_kind: ['certificate', 'card', 'sent', 'receipt'],
    availability_basis: AVAILABILITY_BASES,
    sign_up_state: SIGN_UP_STATES,
    sign_up_refusal: SIGN_UP_REFUSALS,
    one_shot_state: ONE_SHOT_STATES,
    invoice_kind: INVOICE_KINDS,
    payment_attempt_state: PAYMENT_ATTEMPT_STATES,
    payment_decline: PAYMENT_DECLINES,
    refund_problem: REFUND_PROBLEMS,
    refund_state: REFUND_STATES,
  });
});

test('the enumerations of the specification exist with exactly its values (section 3)', () => {
  expect(Object.fromEntries(enumerations.map(({ name, values }) => [name, values.join(', ')]))).toMatchObject({
    interface_language: 'en, fr, nl',
    worker_language: 'FR, NL, EN, DE',
    gender: 'Male, Female, Others',
    check_timing: 'Immediate, Optimized',
    check_location: 'House, Office, Telecheck, Unknown',
    check_occurence: 'Cancelled, NonOperable, NoShow, Yes, YesPatientHome, YesSecondCheck, NoCertifConfirmed, NoCertifDenied, Deleted',
    check_plausibility: 'Excluded, Probably, DontKnow, Unknown',
    entry_type: 'ABSENCE_DECLARATION, MEDICAL_CERTIFICATE',
    certif_type: 'FirstCertificate, Prolongation, Relapse, NoCertif, Unknown',
    incapacity_type:
      'Illness, WorkAccident, PrivateAccident, OccupationalIllness, SurgicalIntervention, Hospitalization, MaternityLeave, Quarantine, ' +
      'EndOfCareerIllness, AccidentOnTheWayToWork, BreastFeeding, BirthLeave, BirthLeaveForCoParents, PaternityLeave, SickLeave, ' +
      'AbsenceForMedicalExamination, PartialIncapacityToWork, QuarantineOther, MandatoryHospitalization, SeriousIllness, Unknown',
    acces_type: 'admin, basic',
  });
});

const FIELDS: Readonly<Record<string, Readonly<Record<string, FieldRule<string>>>>> = {
  certificates: CERTIFICATE_FIELDS,
  checks: CHECK_FIELDS,
  companies: COMPANY_FIELDS,
  doctors: DOCTOR_FIELDS,
  documents: DOCUMENT_FIELDS,
  employees: EMPLOYEE_FIELDS,
  profiles: USER_FIELDS,
};

test('the limits of columns are those of the tables of fields (domain)', async () => {
  // The constraints of a column alone, its own and those of its domain.
  const constraints = await owner<{ table: string; column: string; rule: string }>(
    `
    select a.attrelid::regclass::text as table, a.attname as column,
      replace(replace(pg_get_constraintdef(k.oid), quote_ident(a.attname), 'VALUE'), '(VALUE)::text', 'VALUE') as rule
    from pg_attribute a join pg_constraint k on k.contype = 'c' and (k.conrelid = a.attrelid and k.conkey = array[a.attnum] or k.contypid = a.atttypid)
    where a.attrelid::regclass::text = any ($1) and not a.attisdropped`,
    [Object.keys(FIELDS)],
  );
  const limits = constraints.flatMap(({ table, column, rule }) => {
    const max = /(?:length\(VALUE\)|VALUE) <= (\d+)\b/.exec(rule)?.[1];
    const min = /VALUE >= (\d+)\b/.exec(rule)?.[1];
    const field = FIELDS[table]?.[column];
    return field?.kind === undefined || max === undefined ? [] : [{ name: `${table}.${column}`, field, min, max: Number(max) }];
  });
  expect(limits.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'checks.workerEmail',
      'checks.incapacityPercentage',
      'companies.invoicingEmail',
      'doctors.maxKm',
      'documents.byteSize',
    ]),
  );
  for (const { name, field, min, max } of limits) {
    expect(field.max, name).toBe(max);
    if (min !== undefined) expect(field.min, name).toBe(Number(min));
  }
});

test('row-level security is enabled and forced on every table that the API reaches', async () => {
  const rows = await owner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`,
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
  const open = await owner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

test('the primary key of every tenant table begins with companyId', async () => {
  const rows = await owner<{ name: string; key: string[] }>(`
    select c.relname as name, (select array_agg(a.attname::text order by k.ord) from unnest(i.indkey::int[]) with ordinality k (num, ord)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname = 'public' and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'companyId' and a.attnotnull and not a.attisdropped)`);
  // Idempotency keys belong to the profile that sent the request, not to a company.
  const wrong = rows.filter(({ name, key }) => key[0] !== 'companyId' && name !== 'idempotency_keys');
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(7);
});

test('the login of the API owns no table, cannot bypass row-level security and is a member of no other role', async () => {
  const [role] = await owner(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = '${API_ROLE}'`,
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false });
  expect(await owner(`select relname from pg_class where relowner = '${API_ROLE}'::regrole`)).toEqual([]);
  expect(await owner(`select 1 from pg_auth_members where member = '${API_ROLE}'::regrole`)).toEqual([]);
});

test('the API may only insert into and read the tables of a history', async () => {
  const rows = await owner<{ name: string; privilege: string }>(
    `select table_name as name, privilege_type as privilege from information_schema.role_table_grants where grantee = '${API_ROLE}' and table_schema = 'public' order by 1, 2`,
  );
  const privilegesOn = (table: string) => rows.filter(({ name }) => name === table).map(({ privilege }) => privilege);
  expect(privilegesOn('check_events')).toEqual(['INSERT', 'SELECT']);
  // A trigger lets two of its columns be set once.
  expect(privilegesOn('check_comments')).toEqual(['INSERT', 'SELECT']);
  expect(privilegesOn('access_log')).toEqual(['INSERT', 'SELECT']);
  expect(privilegesOn('log_seals')).toEqual(['INSERT', 'SELECT']);
  expect(privilegesOn('invoices')).toEqual(['INSERT', 'SELECT']);
  expect(privilegesOn('checks')).toEqual(['INSERT', 'SELECT', 'UPDATE']);
  expect(rows.filter(({ privilege }) => ['TRUNCATE', 'TRIGGER', 'REFERENCES'].includes(privilege))).toEqual([]);
});

test('every foreign key to a table with deletable rows has an index', async () => {
  const rows = await owner<{ reference: string; table: string }>(`
    select c.conname as reference, c.conrelid::regclass::text as table
    from pg_constraint c join pg_class target on target.oid = c.confrelid join pg_namespace n on n.oid = target.relnamespace
    where c.contype = 'f' and (n.nspname = 'auth' or has_table_privilege('${API_ROLE}', c.confrelid, 'delete'))
      and not exists (
        -- The first columns of the index are those of the foreign key, or the key contains a whole unique index.
        select from pg_index i
        where i.indrelid = c.conrelid and i.indpred is null
          and (i.indkey::int[])[0:least(i.indnkeyatts, cardinality(c.conkey)) - 1] <@ c.conkey::int[]
          and (i.indnkeyatts >= cardinality(c.conkey) or i.indisunique))`);
  expect(rows).toEqual([]);
});

test('the API may not delete people, checks, documents, invoices or logs', async () => {
  const tables = ['access_log', 'certificates', 'check_events', 'checks', 'companies', 'doctors', 'documents', 'employees', 'former_users'];
  const deletable = await owner<{ name: string }>(
    `select t as name from unnest($1::text[]) t where has_table_privilege('${API_ROLE}', t, 'delete')`,
    [[...tables, 'api_tokens', 'invoices', 'profiles', 'superiors']],
  );
  expect(deletable).toEqual([]);
});

test('SECURITY DEFINER functions have a fixed search_path and cannot be executed by PUBLIC', async () => {
  const rows = await owner<{ name: string; fixedPath: boolean; public: boolean }>(`
    select p.proname as name, coalesce(array_to_string(p.proconfig, ' ') like '%search_path=%', false) as "fixedPath",
      has_function_privilege('public', p.oid, 'execute') as public
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema') order by 1`);
  expect(rows).toEqual(
    [
      'certificates_of_kind',
      'change_account_email',
      'count_on_delete',
      'count_on_insert',
      'count_on_update',
      'create_account',
      'create_account_link',
      'credit_invoice',
      'delete_account',
      'end_account_sessions',
      'erase_certificate_files',
      'erase_certificates',
      'erase_checks',
      'erase_employee',
      'erase_employees',
      'erase_log_parts',
      'erase_unattached_documents',
      'find_account',
      'forget_former_file',
      'forget_receipt',
      'forget_sent',
      'is_account_unused',
      'is_invited',
      'lock_checks_of_certificates',
      'lock_employee_messages',
      'lock_expired_log_rows',
      'matching_checks',
      'matching_employees',
      'order_doctor_name',
      'remove_second_steps',
      'reports_of_outcome',
      'resembling_employees',
    ].map((name) => ({ name, fixedPath: true, public: false })),
  );
});

test('every view applies row-level security, except the one for the provider alone', async () => {
  const rows = await owner<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_viewdef(c.oid) as definition from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'app') and c.relkind in ('v', 'm') and not coalesce(array_to_string(c.reloptions, ' ') like '%security_invoker=true%', false)`,
  );
  expect(rows).toEqual([
    { name: 'provider_checks', definition: expect.stringMatching(/WHERE \( SELECT app\.is_provider\(\) AS is_provider\);$/) },
  ]);
});

test('the view of the provider is empty for everybody else', async () => {
  const clock = testClock();
  const fixtures = await createFixtures(db, clock);
  await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck' });
  for (const [name, actor] of Object.entries(fixtures.actors)) {
    const { rows } = await db.as(actor, (tx) => sql`select id from app.provider_checks`.execute(tx), { readonly: true });
    expect(rows.length, name).toBe(actor.kind === 'planner' || actor.kind === 'system' ? 1 : 0);
  }
});

test('every constraint is validated for existing rows, except the one about payments of credit notes', async () => {
  const sql = `select conrelid::regclass || ' ' || conname as constraint from pg_constraint where connamespace = 'public'::regnamespace and not convalidated`;
  expect(await owner(sql)).toEqual([{ constraint: 'invoices invoices_card_credit' }]);
});
