import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { testDatabase } from '../test/database.ts';
import { createFixtures, type Fixtures } from '../test/fixtures.ts';
import { type Browser, HASH, makeUser, PASSWORD } from '../test/servers/identity-app.ts';
import { serverApp } from '../test/servers/server-app.ts';

/** People and certificates through the whole server: HTTP, token, GraphQL, service, PostgreSQL. */
const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock, services } = app;

interface Answer<Data> {
  readonly status: number;
  /** What the operation asked for; null when that failed, which each test sees by itself. */
  readonly data: Data;
  readonly errors: readonly {
    readonly path?: readonly unknown[];
    readonly extensions: { readonly code: string; readonly issues: readonly unknown[]; readonly traceId: string };
  }[];
}

async function ask<Data = Record<string, unknown>>(browser: Browser, query: string, variables: object = {}): Promise<Answer<Data>> {
  const response = await browser.send('POST', '/graphql', { query, variables });
  const { data = null, errors = [] } = response.json();
  return { status: response.statusCode, data, errors };
}

const codesOf = ({ errors }: Answer<unknown>): string[] => errors.map(({ extensions }) => extensions.code);

let fixtures: Fixtures;
let admin: Browser;
let basic: Browser;
let stranger: Browser;
let planner: Browser;
let doctor: Browser;

beforeAll(async () => {
  fixtures = await createFixtures(db, clock);
  const signIn = async (email: string): Promise<Browser> => {
    const browser = app.browser();
    expect((await browser.signIn(email, PASSWORD)).statusCode).toBe(200);
    return browser;
  };
  const employer = async (companyId: string, accesType: 'admin' | 'basic'): Promise<Browser> =>
    signIn((await makeUser(database, services.identity, { companyId, accesType })).email);
  const provider = async (email: string, kind: 'planner' | 'doctor', doctorId: string | null): Promise<Browser> => {
    await services.identity.createAccount({
      email,
      password: { hash: await HASH },
      firstName: 'P',
      lastName: 'Q',
      phoneNumber: '',
      language: 'nl',
      kind,
      companyId: null,
      doctorId,
    });
    return signIn(email);
  };
  admin = await employer(fixtures.a.id, 'admin');
  basic = await employer(fixtures.a.id, 'basic');
  stranger = await employer(fixtures.b.id, 'admin');
  planner = await provider('planner@provider.example.be', 'planner', null);
  // The others have accounts already; whoever takes no missions cannot sign in.
  await database.owner('update doctors set active = true where id = $1', [fixtures.doctors.retired]);
  doctor = await provider('retired@provider.example.be', 'doctor', fixtures.doctors.retired);
});

const EMPLOYEE = {
  employeeMatricule: 'G-1',
  employeeFirstName: 'Gül',
  employeeLastName: 'Demir',
  employeeLanguage: 'NL',
  employeeGender: 'Female',
  employeePhoneNumber: '0470 12 34 56',
  employeeAddress: 'Korenmarkt 1, 9000 Gent',
  function: 'Nurse',
  subEmployee: 'Gent',
};
const CREATE_EMPLOYEE = `mutation Create($companyId: ID!, $input: EmployeeInput!) { createEmployee(companyId: $companyId, input: $input) {
  id companyId employeeMatricule employeeFirstName employeeLanguage employeeGender employeePhoneNumber employeeCompanyName function superiorId superior { superiorFullName } workerNISS version } }`;

describe('signing in', () => {
  it.each([
    'query { viewer { profileId } }',
    'query { certificates { totalCount } }',
    'query ($id: ID!) { certificate(id: $id) { id } }',
    'query { employees { totalCount } }',
    'query ($id: ID!) { employee(id: $id) { id } }',
    'query { doctors { totalCount } }',
    'query ($id: ID!) { doctor(id: $id) { id } }',
    'query { companies { totalCount } }',
    'query ($id: ID!) { company(id: $id) { id } }',
    'query ($id: ID!) { superiors(companyId: $id) { totalCount } }',
    'query ($id: ID!) { users(filter: { companyId: $id }) { totalCount } }',
    'query ($id: ID!) { user(companyId: $id, id: $id) { id } }',
    'mutation ($id: ID!) { deleteUser(companyId: $id, id: $id) }',
    'mutation ($id: ID!) { updateUserAccess(companyId: $id, id: $id, version: 1, accesType: admin) { id } }',
  ])("is asked of nobody's %s", async (query) => {
    const answer = await ask(app.browser(), query, query.includes('$id') ? { id: fixtures.a.id } : {});
    expect(answer.status).toBe(401);
    expect(codesOf(answer)).toEqual(['access.unauthenticated']);
  });
});

describe('viewer', () => {
  it('says who asks', async () => {
    const { data } = await ask<{ viewer: { abilities: readonly string[] } }>(
      basic,
      '{ viewer { role roles abilities demo doctorId companies { id name accesType superiorId abilities } } }',
    );
    expect(data.viewer).toMatchObject({
      role: 'employerBasic',
      roles: ['employerBasic'],
      doctorId: null,
      companies: [{ id: fixtures.a.id, name: fixtures.a.name, accesType: 'basic' }],
    });
    expect(data.viewer.abilities).toContain('check.order');
    expect((await ask(doctor, '{ viewer { role doctorId companies { id } } }')).data.viewer).toEqual({
      role: 'doctor',
      doctorId: fixtures.doctors.retired,
      companies: [],
    });
  });
});

describe('employees', () => {
  it('are added, changed, found and opened', async () => {
    const { a } = fixtures;
    const made = await ask<{ createEmployee: { id: string } }>(admin, CREATE_EMPLOYEE, {
      companyId: a.id,
      input: { ...EMPLOYEE, superiorId: a.superiors[1], workerNISS: '85.07.30-033.28' },
    });
    expect(made.errors).toEqual([]);
    const { id } = made.data.createEmployee;
    expect(made.data.createEmployee).toEqual({
      id,
      companyId: a.id,
      employeeMatricule: 'G-1',
      employeeFirstName: 'Gül',
      employeeLanguage: 'NL',
      employeeGender: 'Female',
      employeePhoneNumber: '+32470123456',
      employeeCompanyName: a.name,
      function: 'Nurse',
      superiorId: a.superiors[1],
      superior: { superiorFullName: `Superior ${a.name} 1` },
      workerNISS: '••.••.••-•••.28',
      version: 1,
    });
    const found = await ask(
      admin,
      'query ($search: String!) { employees(filter: { search: $search }, sort: { field: employeeMatricule, direction: desc }) { nodes { id } totalCount pageInfo { hasNextPage } } }',
      { search: 'gul demir' },
    );
    expect(found.data.employees).toEqual({ nodes: [{ id }], totalCount: 1, pageInfo: { hasNextPage: false } });
    const changed = await ask(
      admin,
      'mutation ($id: ID!, $input: EmployeeInput!) { updateEmployee(id: $id, version: 1, input: $input) { function superiorId workerNISS version } }',
      {
        id,
        input: { ...EMPLOYEE, function: 'Head nurse' },
      },
    );
    expect(changed.data.updateEmployee).toEqual({ function: 'Head nurse', superiorId: null, workerNISS: '••.••.••-•••.28', version: 2 });
    expect(codesOf(await ask(admin, CREATE_EMPLOYEE, { companyId: a.id, input: EMPLOYEE }))).toEqual(['employee.duplicateMatricule']);
  });

  it('answers with codes, errors by field and a trace', async () => {
    const { errors } = await ask(admin, CREATE_EMPLOYEE, {
      companyId: fixtures.a.id,
      input: { ...EMPLOYEE, employeeMatricule: 'G-2', employeePhoneNumber: 'none' },
    });
    expect(errors).toMatchObject([
      {
        path: ['createEmployee'],
        extensions: { code: 'request.invalid', issues: [{ path: 'employeePhoneNumber', message: 'phoneFormat' }] },
      },
    ]);
    expect(errors[0]?.extensions.traceId).toBeTruthy();
  });

  it("are nobody else's", async () => {
    const { a } = fixtures;
    const query = 'query ($id: ID!) { employee(id: $id) { id } }';
    const bodies = await Promise.all([
      ask(stranger, query, { id: a.employees[0] }),
      ask(stranger, query, { id: newId() }),
      ask(basic, query, { id: a.employees[0] }),
    ]);
    for (const body of bodies) expect(codesOf(body)).toEqual(['entity.notFound']);
    expect(codesOf(await ask(doctor, query, { id: a.employees[0] }))).toEqual(['access.forbidden']);
    expect(codesOf(await ask(stranger, CREATE_EMPLOYEE, { companyId: a.id, input: EMPLOYEE }))).toEqual(['entity.notFound']);
  });

  it('have no more fields than the form', async () => {
    for (const key of ['companyId', 'version', 'latitude', 'createdByProfileId']) {
      const answer = await ask(admin, CREATE_EMPLOYEE, { companyId: fixtures.a.id, input: { ...EMPLOYEE, [key]: '1' } });
      expect(answer.data).toBeNull();
      expect(codesOf(answer)).toEqual(['request.malformed']);
    }
  });
});

describe('certificates', () => {
  interface CertificatePage {
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
    readonly totalCount: number;
  }
  const FIELDS = `id companyId employeeId employeeMatricule employeeFirstName employeeLastName employeeLanguage employeeGender employeePhoneNumber employeeAddress
    employeeCompanyName function startDate endDate incapacityReason authorizedLeave authorizedExit doctorName certificateUrl urlCertificate
    document { id fileName mediaType byteSize url } isCheckRequestLaunched relaunchCheckUrl entryType certifType superiorId superior { id } source
    uploadedByProvider outsideIncapacityPeriod createdAt version`;

  it('are entered, listed with their documents, changed and opened', async () => {
    const { a } = fixtures;
    const input = {
      employeeId: a.employees[0],
      superiorId: a.superiors[0],
      incapacityReason: 'SurgicalIntervention',
      entryType: 'MEDICAL_CERTIFICATE',
      certifType: 'FirstCertificate',
      authorizedExit: true,
      startDate: clock.today(),
      endDate: clock.today(),
      doctorName: 'Dr. Claes',
      documentId: a.document,
    };
    const made = await ask<{ createCertificate: { id: string; certificateUrl: string } }>(
      planner,
      `mutation ($companyId: ID!, $input: CertificateInput!) { createCertificate(companyId: $companyId, input: $input) { ${FIELDS} } }`,
      { companyId: a.id, input },
    );
    expect(made.errors).toEqual([]);
    const certificate = made.data.createCertificate;
    const { documentId: _, ...shown } = input;
    expect(certificate).toMatchObject({
      ...shown,
      authorizedLeave: true,
      employeeFirstName: 'Jan',
      source: 'provider',
      uploadedByProvider: true,
      createdAt: clock.now().toISOString(),
      document: { id: a.document, fileName: 'certificate.pdf', url: certificate.certificateUrl },
      relaunchCheckUrl: `/checks/new?certificateId=${certificate.id}`,
    });
    const list = await ask(
      admin,
      `{ certificates(filter: { incapacityReason: SurgicalIntervention }, sort: { field: createdAt, direction: desc }) { nodes { ${FIELDS} } totalCount totalCountCapped } }`,
    );
    expect(list.data.certificates).toEqual({ nodes: [certificate], totalCount: 1, totalCountCapped: false });
    const changed = await ask(
      admin,
      `mutation ($id: ID!, $input: CertificateInput!) { updateCertificate(id: $id, version: 1, input: $input) { ${FIELDS} } }`,
      {
        id: certificate.id,
        input: { ...input, entryType: 'ABSENCE_DECLARATION', documentId: null, authorizedExit: false },
      },
    );
    expect(changed.data.updateCertificate).toMatchObject({
      entryType: 'ABSENCE_DECLARATION',
      document: null,
      certificateUrl: null,
      authorizedLeave: false,
      source: 'provider',
      version: 2,
    });
    const opened = await ask(admin, `query ($id: ID!) { certificate(id: $id) { ${FIELDS} } }`, { id: certificate.id });
    expect(opened.data.certificate).toEqual(changed.data.updateCertificate);
    expect(await owner('select action from access_log where "subjectId" = $1 order by id', [certificate.id])).toEqual([
      { action: 'certificate.create' },
      { action: 'certificate.update' },
      { action: 'certificate.read' },
    ]);
    expect(codesOf(await ask(stranger, 'query ($id: ID!) { certificate(id: $id) { id } }', { id: certificate.id }))).toEqual([
      'entity.notFound',
    ]);
    expect(codesOf(await ask(basic, 'query ($id: ID!) { certificate(id: $id) { id } }', { id: certificate.id }))).toEqual([
      'entity.notFound',
    ]);
  });

  it('walk their pages', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data }: Answer<{ certificates: CertificatePage }> = await ask(
        stranger,
        'query ($after: String) { certificates(first: 2, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } totalCount } }',
        { after },
      );
      expect(data.certificates.totalCount).toBe(5);
      seen.push(...data.certificates.nodes.map(({ id }) => id));
      after = data.certificates.pageInfo.hasNextPage ? data.certificates.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen.sort()).toEqual([...fixtures.b.certificates].sort());
  });
});

describe('users', () => {
  const INPUT = {
    firstName: 'Ines',
    lastName: 'Maes',
    email: 'ines@users.example.be',
    phoneNumber: '0470 12 34 56',
    accesType: 'basic',
    languages: ['nl'],
  };
  const CREATE =
    'mutation ($companyId: ID!, $input: UserInput!) { createUser(companyId: $companyId, input: $input) { id companyId email phoneNumber accesType languages isSelf version } }';

  it('are added, raised and deleted by admins', async () => {
    const { a } = fixtures;
    const made = await ask<{ createUser: { id: string } }>(admin, CREATE, { companyId: a.id, input: INPUT });
    const { id } = made.data.createUser;
    expect(made.data.createUser).toEqual({
      id,
      companyId: a.id,
      email: INPUT.email,
      phoneNumber: '+32470123456',
      accesType: 'basic',
      languages: ['nl'],
      isSelf: false,
      version: 1,
    });
    expect(codesOf(await ask(admin, CREATE, { companyId: a.id, input: INPUT }))).toEqual(['user.duplicateEmail']);
    const raised = await ask(
      admin,
      'mutation ($companyId: ID!, $id: ID!) { updateUserAccess(companyId: $companyId, id: $id, version: 1, accesType: admin) { accesType version } }',
      { companyId: a.id, id },
    );
    expect(raised.data.updateUserAccess).toEqual({ accesType: 'admin', version: 2 });
    const found = await ask(admin, 'query ($filter: UserFilter!) { users(filter: $filter) { nodes { id accesType } totalCount } }', {
      filter: { companyId: a.id, search: 'maes ines' },
    });
    expect(found.data.users).toEqual({ nodes: [{ id, accesType: 'admin' }], totalCount: 1 });
    const deleted = await ask(admin, 'mutation ($companyId: ID!, $id: ID!) { deleteUser(companyId: $companyId, id: $id) }', {
      companyId: a.id,
      id,
    });
    expect(deleted.data.deleteUser).toBe(id);
    expect(
      codesOf(
        await ask(admin, 'query ($companyId: ID!, $id: ID!) { user(companyId: $companyId, id: $id) { id } }', { companyId: a.id, id }),
      ),
    ).toEqual(['entity.notFound']);
  });

  it('are not the business of basic users or strangers', async () => {
    const { a } = fixtures;
    const input = { ...INPUT, email: 'nobody@users.example.be', accesType: 'admin' };
    expect(codesOf(await ask(basic, CREATE, { companyId: a.id, input }))).toEqual(['access.forbidden']);
    expect(codesOf(await ask(stranger, CREATE, { companyId: a.id, input }))).toEqual(['entity.notFound']);
    expect(codesOf(await ask(basic, 'query ($id: ID!) { users(filter: { companyId: $id }) { totalCount } }', { id: a.id }))).toEqual([
      'access.forbidden',
    ]);
    expect(await owner('select id from profiles where "userName" = $1', [input.email])).toEqual([]);
  });
});

describe('companies, superiors and doctors', () => {
  it('are shown to who may see them', async () => {
    const { a, b } = fixtures;
    expect((await ask(admin, '{ companies { nodes { id invoicingCompanyName checkPrice } } }')).data).toEqual({
      companies: { nodes: [{ id: a.id, invoicingCompanyName: a.name, checkPrice: 100_00 }] },
    });
    expect((await ask(planner, '{ companies { totalCount } }')).data).toEqual({ companies: { totalCount: 2 } });
    const superiors =
      'query ($id: ID!) { superiors(companyId: $id, search: "superior", first: 1) { nodes { id companyId email superiorFullName language requestForm } totalCount pageInfo { hasNextPage } } }';
    expect((await ask(basic, superiors, { id: a.id })).data.superiors).toMatchObject({
      nodes: [{ companyId: a.id, language: 'fr', requestForm: '' }],
      totalCount: 2,
      pageInfo: { hasNextPage: true },
    });
    expect(codesOf(await ask(basic, superiors, { id: b.id }))).toEqual(['entity.notFound']);
    const doctors =
      '{ doctors(filter: { active: true, location: House }) { nodes { id availabilities { weekday fromTime toTime } openMissions } } }';
    expect((await ask<{ doctors: { nodes: readonly unknown[] } }>(planner, doctors)).data.doctors.nodes).toHaveLength(2);
    expect((await ask(doctor, '{ doctors { nodes { id } } }')).data).toEqual({ doctors: { nodes: [{ id: fixtures.doctors.retired }] } });
    expect(codesOf(await ask(admin, doctors))).toEqual(['access.forbidden']);
  });

  it('have cost centres, which their administrators keep', async () => {
    const companyId = fixtures.a.id;
    const FIELDS = 'id companyId code name active purchaseOrder employeeCount version';
    const input = { code: 'LOG-1', name: 'Logistics', active: true, purchaseOrder: 'PO 7' };
    const made = await ask<{ createCostCentre: { id: string } }>(
      admin,
      `mutation ($companyId: ID!, $input: CostCentreInput!) { createCostCentre(companyId: $companyId, input: $input) { ${FIELDS} } }`,
      { companyId, input },
    );
    const { id } = made.data.createCostCentre;
    expect(made.data.createCostCentre).toEqual({ id, companyId, ...input, employeeCount: 0, version: 1 });
    const closed = { ...input, name: 'Logistics, closed', active: false };
    const changed = await ask(
      admin,
      `mutation ($companyId: ID!, $id: ID!, $input: CostCentreInput!) {
        updateCostCentre(companyId: $companyId, id: $id, version: 1, input: $input) { ${FIELDS} }
      }`,
      { companyId, id, input: closed },
    );
    const stored = { id, companyId, ...closed, employeeCount: 0, version: 2 };
    expect(changed.data?.updateCostCentre).toEqual(stored);
    const list = `query ($companyId: ID!) { costCentres(companyId: $companyId) { ${FIELDS} } }`;
    expect((await ask<{ costCentres: unknown[] }>(admin, list, { companyId })).data.costCentres).toContainEqual(stored);
  });

  it('are changed by who may change them', async () => {
    const { a } = fixtures;
    const company = {
      name: 'Alfa',
      companyNumber: 'BE0440966354',
      companyAddress: 'Meir 1, 2000 Antwerpen',
      language: 'nl',
      checkPrice: 100_00,
      invoicingFirstName: '',
      invoicingLastName: '',
      invoicingEmail: '',
      invoicingPhoneNumber: '',
      purchaseOrder: '',
    };
    const changed = await ask(
      admin,
      'mutation ($id: ID!, $input: CompanyInput!) { updateCompany(id: $id, version: 1, input: $input) { invoicingCompanyNumber invoicingEmail staffCount version } }',
      { id: a.id, input: company },
    );
    expect(changed.data?.updateCompany).toEqual({
      invoicingCompanyNumber: 'BE0440966354',
      invoicingEmail: null,
      staffCount: 50,
      version: 2,
    });
    const input = {
      firstName: 'Léa',
      lastName: 'Vandevelde',
      email: 'lea@practice.example.be',
      phoneNumber: '+32470123456',
      languages: ['FR'],
      inamiNumber: '1-12345-78-004',
      practiceAddress: '4700 Eupen',
      locations: ['Office'],
      maxKm: 20,
      active: true,
      availabilities: [{ weekday: 1, fromTime: '08:00', toTime: '12:00' }],
    };
    const CREATE =
      'mutation ($input: DoctorInput!) { createDoctor(input: $input) { id inamiNumber availabilities { weekday fromTime toTime } version } }';
    const made = await ask<{ createDoctor: { id: string } }>(planner, CREATE, { input });
    expect(made.data.createDoctor).toMatchObject({ inamiNumber: '11234578004', availabilities: input.availabilities, version: 1 });
    const { id } = made.data.createDoctor;
    const UPDATE = 'mutation ($id: ID!, $input: DoctorInput!) { updateDoctor(id: $id, version: 1, input: $input) { active version } }';
    expect((await ask(planner, UPDATE, { id, input: { ...input, active: false } })).data.updateDoctor).toEqual({
      active: false,
      version: 2,
    });
    expect(codesOf(await ask(doctor, UPDATE, { id, input }))).toEqual(['entity.notFound']);
    expect(codesOf(await ask(admin, CREATE, { input }))).toEqual(['access.forbidden']);
  });
});
