import { CERTIFICATE_FIELDS, DOCUMENT_FIELDS } from '@checkwell/domain/certificate/fields';
import { type FieldRule, visibilityOf } from '@checkwell/domain/fields';
import { INVOICE_FIELDS } from '@checkwell/domain/invoice/fields';
import { COMPANY_FIELDS, DOCTOR_FIELDS, EMPLOYEE_FIELDS, USER_FIELDS } from '@checkwell/domain/people/fields';
import { getNamedType, isEnumType, isObjectType, isScalarType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { pdf } from '../test/files.ts';
import { createFixtures, insertCheck } from '../test/fixtures.ts';
import type { Browser } from '../test/servers/identity-app.ts';
import { serverApp } from '../test/servers/server-app.ts';
import { schema } from './schema.ts';

/**
 * The tables of fields of everything but checks (checks.fields.test.ts has those) against what leaves the server: each role asks for each
 * record, whose fields all have a value, with every field that the API has.
 */
const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock, services } = app;
const fixtures = await createFixtures(db, clock);
const { a, doctors } = fixtures;
// The doctor of the fixtures gets an account to sign in with.
await owner('delete from profiles where id = $1', [fixtures.actors.doctor.profileId]);

const READERS = ['employerAdmin', 'employerBasic', 'planner', 'doctor'] as const;
type Reader = (typeof READERS)[number];
const accounts = {
  employerAdmin: await app.signedIn({ companyId: a.id }),
  employerBasic: await app.signedIn({ companyId: a.id, accesType: 'basic' }),
  planner: await app.signedIn({ kind: 'planner' }),
  doctor: await app.signedIn({ kind: 'doctor', doctorId: doctors.brussels }),
};
await owner('update company_users set "superiorId" = $1 where "profileId" = $2', [a.superiors[0], accounts.employerBasic.profileId]);

interface Answer {
  readonly data: Record<string, unknown> | null;
  readonly codes: readonly string[];
}
async function ask(browser: Browser, query: string, variables: object): Promise<Answer> {
  const { data = null, errors = [] } = (await browser.send('POST', '/graphql', { query, variables })).json();
  return { data, codes: errors.map((error: { extensions: { code: string } }) => error.extensions.code) };
}

/** Fields of the type that need no selection of their own. */
function plainFieldsOf(name: string): readonly string[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`There is no type ${name}.`);
  return Object.values(type.getFields())
    .filter(({ type: field }) => isScalarType(getNamedType(field)) || isEnumType(getNamedType(field)))
    .map(({ name: field }) => field);
}

interface Kind {
  readonly type: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Reads the one record with the selection, as `record`. */
  readonly query: (selection: string) => string;
  readonly ids: () => object;
  /** What somebody who sees the whole record finds in it. */
  readonly record?: (data: Record<string, unknown>) => unknown;
}

let checkId = '';
const KINDS: readonly Kind[] = [
  {
    type: 'Company',
    fields: COMPANY_FIELDS,
    query: (selection) => `query ($id: ID!) { record: company(id: $id) ${selection} }`,
    ids: () => ({ id: a.id }),
  },
  {
    type: 'Employee',
    fields: EMPLOYEE_FIELDS,
    query: (selection) => `query ($id: ID!) { record: employee(id: $id) ${selection} }`,
    ids: () => ({ id: a.employees[0] }),
  },
  {
    type: 'Certificate',
    fields: CERTIFICATE_FIELDS,
    query: (selection) => `query ($id: ID!) { record: certificate(id: $id) ${selection} }`,
    ids: () => ({ id: a.certificates[0] }),
  },
  {
    type: 'Document',
    fields: DOCUMENT_FIELDS,
    query: (selection) => `query ($id: ID!) { check(id: $id) { record: document ${selection} } }`,
    ids: () => ({ id: checkId }),
    record: ({ check }) => (check as { record: unknown }).record,
  },
  {
    type: 'Doctor',
    fields: DOCTOR_FIELDS,
    query: (selection) => `query ($id: ID!) { record: doctor(id: $id) ${selection} }`,
    ids: () => ({ id: doctors.brussels }),
  },
  {
    type: 'User',
    fields: USER_FIELDS,
    query: (selection) => `query ($companyId: ID!, $id: ID!) { record: user(companyId: $companyId, id: $id) ${selection} }`,
    ids: () => ({ companyId: a.id, id: accounts.employerBasic.profileId }),
  },
  {
    type: 'Invoice',
    fields: INVOICE_FIELDS,
    query: (selection) => `query ($companyId: ID!) { records: invoices(companyId: $companyId) ${selection} }`,
    ids: () => ({ companyId: a.id }),
    record: ({ records }) => (records as readonly unknown[])[0],
  },
];

beforeAll(async () => {
  const { id: documentId } = await services.documents.upload(fixtures.actors.adminA, {
    companyId: a.id,
    fileName: 'certificate.pdf',
    mediaType: 'application/pdf',
    contentLength: null,
    content: async () => pdf(),
  });
  await owner('update certificates set "documentId" = $1, "doctorName" = $2 where id = $3', [documentId, 'Dr. Canary', a.certificates[0]]);
  const check = await insertCheck(db, fixtures, clock, {
    employeeId: a.employees[0],
    superiorId: a.superiors[0],
    certificateId: a.certificates[0],
    doctorId: doctors.brussels,
  });
  checkId = check.id;
  const { version, ...employee } = await services.employees.get(fixtures.actors.adminA, a.employees[0]);
  const { id: _, companyId: __, employeeCompanyName: ___, superior: ____, leftAt: _____, ...fields } = employee;
  await services.employees.update(fixtures.actors.adminA, a.employees[0], version, { ...fields, workerNISS: '85.07.30-033.28' });
  await owner(
    `update companies set "certificateTermDays" = 2, "availabilityDays" = 3, "availabilityFrom" = '10:00', "availabilityTo" = '14:00',
       "availabilityBasis" = 'WorkRules', "invoicingFirstName" = 'Ann', "invoicingLastName" = 'Canary', "invoicingEmail" = 'bills@a.example.be',
       "invoicingPhoneNumber" = '+3221234567', "purchaseOrder" = 'PO-1' where id = $1`,
    [a.id],
  );
  const ended = new Date('2026-02-10T11:00:00Z');
  await insertCheck(db, fixtures, clock, {
    status: 'Archived',
    archivedAt: ended,
    companyTotalPrice: 100_00,
    checkOccurence: 'Yes',
    doctorId: doctors.brussels,
    examinedFrom: ended,
    examinedTo: ended,
  });
  expect(await services.invoices.issueDue()).toBe(1);
});

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

describe.each(KINDS)('the fields of $type', ({ type, fields, query, ids, record = ({ record: one }) => one }) => {
  const asked = plainFieldsOf(type);
  const read = async (reader: Reader) => {
    const { data, codes } = await ask(accounts[reader].browser, query(`{ ${asked.join(' ')} }`), ids());
    return { codes, found: data === null ? null : (record(data) as Record<string, unknown> | null) };
  };

  test('are stated, each of them', () => {
    expect(asked.filter((field) => !(field in fields))).toEqual([]);
  });

  test.each(READERS)('%s reads what the table says', async (reader) => {
    const { codes, found } = await read(reader);
    if (!asked.some((field) => visibilityOf(fields[field] as FieldRule, reader))) {
      expect(codes).toEqual([expect.stringMatching(/^(access\.forbidden|entity\.notFound)$/)]);
      expect(found ?? null).toBeNull();
      return;
    }
    expect(codes).toEqual([]);
    const all = (await read('planner')).found ?? {};
    for (const field of asked) {
      const value = found?.[field];
      if (!visibilityOf(fields[field] as FieldRule, reader)) expect(isEmpty(value), `${field} is hidden`).toBe(true);
      else if (!isEmpty(all[field])) expect(isEmpty(value), `${field} is shown`).toBe(false);
    }
  });
});

test('a basic user reads no price of the company anywhere, and administrators do', async () => {
  const everywhere = `query ($id: ID!, $check: ID!) { company(id: $id) { checkPrice } companies { nodes { checkPrice } }
    check(id: $check) { companyTotalPrice cancellationFee availableActions } checks { nodes { companyTotalPrice cancellationFee } } }`;
  const ids = { id: a.id, check: checkId };
  const basic = await ask(accounts.employerBasic.browser, everywhere, ids);
  expect(basic.codes).toEqual([]);
  expect(basic.data).toEqual({
    company: { checkPrice: null },
    companies: { nodes: [{ checkPrice: null }] },
    // They may cancel all the same.
    check: { companyTotalPrice: null, cancellationFee: null, availableActions: expect.arrayContaining(['cancel']) },
    checks: { nodes: [{ companyTotalPrice: null, cancellationFee: null }] },
  });
  const admin = await ask(accounts.employerAdmin.browser, everywhere, ids);
  expect(admin.data).toMatchObject({ company: { checkPrice: 100_00 }, check: { cancellationFee: expect.any(Number) } });
});

test('no id in an answer to a basic user names a record out of reach', async () => {
  // Of the other superior: the check before, its certificate, and the employee of a check that is this superior's.
  const before = await insertCheck(db, fixtures, clock, { employeeId: a.employees[2], superiorId: a.superiors[1], status: 'Archived' });
  await insertCheck(db, fixtures, clock, {
    employeeId: a.employees[2],
    superiorId: a.superiors[0],
    certificateId: a.certificates[2],
    parentCheckId: before.id,
    doctorId: doctors.brussels,
  });
  const { browser } = accounts.employerBasic;
  const { data, codes } = await ask(
    browser,
    `query ($id: ID!) {
      checks { nodes { id companyId employeeId certificateId parentCheckId superiorId } }
      certificates { nodes { id companyId employeeId superiorId } }
      employees { nodes { id companyId superiorId } }
      searchEverything(text: "Van den Berghe") { checks { id employeeId certificateId parentCheckId superiorId } }
      superiors(companyId: $id) { nodes { id } }
    }`,
    { id: a.id },
  );
  expect(codes).toEqual([]);
  const known = new Set<string>();
  const QUERIES: Readonly<Record<string, string>> = { employeeId: 'employee', certificateId: 'certificate', parentCheckId: 'check' };
  const lists = data as unknown as Record<'checks' | 'certificates' | 'employees', { nodes: Record<string, string | null>[] }> & {
    superiors: { nodes: { id: string }[] };
    searchEverything: { checks: Record<string, string | null>[] };
  };
  const superiors = lists.superiors.nodes.map(({ id }) => id);
  const rows = [...lists.checks.nodes, ...lists.certificates.nodes, ...lists.employees.nodes, ...lists.searchEverything.checks];
  expect(lists.checks.nodes).toHaveLength(2);
  for (const row of rows) {
    if (row.companyId) expect(row.companyId).toBe(a.id);
    if (row.superiorId) expect(superiors).toContain(row.superiorId);
    for (const [field, one] of Object.entries(QUERIES)) {
      const id = row[field];
      if (!id || known.has(id)) continue;
      known.add(id);
      expect((await ask(browser, `query ($id: ID!) { ${one}(id: $id) { id } }`, { id })).codes, `${field} ${id}`).toEqual([]);
    }
  }
  expect(known.size).toBeGreaterThan(1);
});
