import { can } from '@checkwell/domain/policy';
import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../graphql/schema.ts';
import { jobsOf } from '../../jobs.ts';
import { clamd } from '../../platform/malware/clamd.ts';
import type { Services } from '../../services.ts';
import { testDatabase } from '../database.ts';
import { byDay, nightly } from '../nightly.ts';
import { serverApp } from '../servers/server-app.ts';
import { matrixCells, SCHEMA_OPERATIONS } from './cells.ts';
import { HOSTILE_VALUES } from './hostile-inputs.ts';
import { EFFECTS, JOBS } from './jobs.ts';
import { CALLERS } from './kinds.ts';
import { OPERATIONS } from './policy.ts';
import { READ_ELSEWHERE, RECORDS } from './records.ts';
import { TYPED } from './requests.ts';
import { ANSWERS_BY_ACCOUNT, ROUTES } from './routes.ts';
import { matrixScenario } from './scenario.ts';

/**
 * Every operation, route, field and job × every role × {own, of another superior, of another company, deleted, an id that never existed}:
 * requests to the whole server with PostgreSQL, compared with the policy (docs/security-checklist.md, Z1, Z2, Z5). The cells are generated
 * from the schema, the list of routes and the list of jobs: a new operation, route or job without a rule fails here.
 */
const database = await testDatabase();
const app = await serverApp(database, { config: { demo: true } });
const scenario = await matrixScenario(database, app);
const { services } = app;

/** Functions of jobs that were called while requests were answered. */
const started: string[] = [];
for (const [service, name] of Object.values(JOBS).flat()) {
  // JOBS gives the names of functions, and each service has different ones.
  const functions = services[service] as unknown as Record<string, (...args: unknown[]) => unknown> | null;
  const original = functions?.[name];
  if (!functions || !original) continue;
  functions[name] = (...args) => {
    started.push(`${service}.${name}`);
    return original.apply(functions, args);
  };
}

/** Every sixth cell of operations and routes; all of them in a nightly run. */
const cells = await matrixCells(database, scenario, nightly ? 1 : 6);
const routes = app.routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => ({ method, url, name: `${method} ${url}` }));

/** Names without a rule, and rules for names that do not exist. */
function differences(there: readonly string[], ruled: readonly string[]): readonly string[] {
  return [
    ...there.filter((name) => !ruled.includes(name)).map((name) => `${name} has no rule`),
    ...ruled.filter((name) => !there.includes(name)).map((name) => `${name} does not exist`),
  ];
}
const operation = (name: string, whole = false) => {
  const [found, rule] = [SCHEMA_OPERATIONS.find((one) => one.name === name), OPERATIONS[name]];
  if (!found || !rule) throw new Error(`There is no operation ${name} with a rule.`);
  return cells.operation(found, rule, whole);
};
/** Operations about a check or a certificate that write nothing into the access log, with the reason. */
const UNLOGGED: Readonly<Record<string, string>> = {
  certificates: 'a list: opening a record of it is logged',
  checks: 'a list: opening a record of it is logged',
  reports: 'a list: opening a record of it is logged',
  dashboardRows: 'a list: opening a record of it is logged',
  cardSlots: 'free times of the doctor, and nothing of the employee',
  checkMoments: 'free days, and nothing of the employee',
  checkOffers: 'names doctors, and nothing of the employee',
  doctorCandidates: 'names doctors, and nothing of the employee',
  stopDoctorSearch: 'about doctors; recorded in the history of the check',
  markCheckCommentsRead: 'who has read a comment is stored with the comment',
  undoVisit: 'recorded in the history of the check',
};

/** Fields of the bodies of routes, each with `TYPED` as its text. */
const TYPED_BODY = Object.fromEntries(
  `email password code token firstName lastName phoneNumber language answer reason comment startDate endDate currentPassword newPassword name
  workerFirstName workerLastName workerAddress workerPhoneNumber remarks address city street bell floor iban amount km means payment companyNumber
  companyName invoicingEmail period context key ticket report until from`
    .split(/\s+/)
    .map((name) => [name, /mail$/i.test(name) ? `${TYPED}@example.be` : TYPED]),
);
const record = (type: string, whole?: boolean) => {
  const rule = RECORDS[type];
  if (!rule) throw new Error(`There is no rule for ${type}.`);
  return cells.record(type, rule, whole);
};

describe('everything has a rule', () => {
  test('operations of GraphQL', () => {
    const names = SCHEMA_OPERATIONS.map(({ name }) => name);
    expect(differences(names, Object.keys(OPERATIONS))).toEqual([]);
    const { employee: _, ...others } = OPERATIONS;
    expect(differences(names, Object.keys(others))).toEqual(['employee has no rule']);
  });

  test('routes', () => {
    const names = routes.map(({ name }) => name);
    expect(differences(names, Object.keys(ROUTES))).toEqual([]);
    expect(differences([...names, 'GET /v1/api/new'], Object.keys(ROUTES))).toEqual(['GET /v1/api/new has no rule']);
  });

  test('types whose objects have an id', () => {
    const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && 'id' in type.getFields());
    expect(
      differences(
        types.map(({ name }) => name),
        [...Object.keys(RECORDS), ...READ_ELSEWHERE],
      ),
    ).toEqual([]);
  });

  test('jobs and effects', async () => {
    // Only the function of backups that the job calls.
    const backup = { copiesFiles: true, archiveFiles: async () => undefined } as unknown as Services['backup'];
    const jobs = jobsOf({
      ...services,
      backup,
      malwareScanner: clamd({ path: '/nowhere' }),
      returnedMails: async () => ({ recorded: 0, other: 0 }),
      erasures: { add: () => undefined, erased: () => [] },
    });
    expect(
      differences(
        jobs.map(({ name }) => name),
        Object.keys(JOBS),
      ),
    ).toEqual([]);
    const topics = (await services.outbox.stats()).map(({ topic }) => topic);
    expect(differences(topics, Object.keys(EFFECTS))).toEqual([]);
  });
});

describe('operations', () => {
  test.each(SCHEMA_OPERATIONS.map(({ name }) => name))('%s answers as the policy says', async (name) => {
    expect(await operation(name)).toEqual([]);
  });

  test('an id of another company within an allowed request gets the same answer as an unknown id', async () => {
    for (const one of byDay(2, SCHEMA_OPERATIONS, ({ name }) => name)) {
      const rule = OPERATIONS[one.name];
      if (rule) expect(await cells.nested(one, rule)).toEqual([]);
    }
  });
});

describe('records', () => {
  test.each(Object.keys(RECORDS))(
    '%s is read only by those whom the policy allows, each field only by those whom its table of fields allows',
    async (type) => {
      expect(await record(type)).toEqual([]);
    },
  );
});

describe('routes', () => {
  test.each(routes)('$name answers as the policy says', async ({ method, url, name }) => {
    const rule = ROUTES[name];
    if (!rule) throw new Error(`No rule says who may ${name}.`);
    const wrong =
      'open' in rule ? await cells.openRoute(method, url, rule, ANSWERS_BY_ACCOUNT.has(name)) : await cells.route(method, url, rule);
    expect(wrong).toEqual([]);
  });
});

test('the log contains nothing that somebody typed, whether the request is done or refused', async () => {
  for (const one of byDay(3, SCHEMA_OPERATIONS, ({ name }) => name)) {
    const rule = OPERATIONS[one.name];
    if (rule) expect(await cells.typed(one, rule)).toEqual([]);
  }
  const visitor = app.browser();
  for (const { method, url } of routes) {
    if (method !== 'POST' && method !== 'PUT') continue;
    const address = url.replace(/:\w+/g, TYPED).replace('*', TYPED);
    // Some routes of /auth end the session of the caller.
    for (const browser of url.startsWith('/auth') ? [visitor] : [visitor, scenario.people.admin.browser])
      await browser.send(method, `${address}?email=${TYPED}@example.be&fileName=${TYPED}.pdf`, TYPED_BODY);
  }
  const lines = app.log.lines.map((line) => JSON.stringify(line));
  expect(lines.length).toBeGreaterThan(nightly ? 1000 : 500);
  expect(lines.filter((line) => line.includes(TYPED))).toEqual([]);
});

describe('NUL, half a surrogate pair, an impossible number or day', () => {
  test.each(SCHEMA_OPERATIONS.map(({ name }) => name))(
    'in each field of %s: refused with the name of the field, or accepted without an error of the server',
    async (name) => {
      const [found, rule] = [SCHEMA_OPERATIONS.find((one) => one.name === name), OPERATIONS[name]];
      expect(found && rule ? await cells.hostile(found, rule) : 'no rule').toEqual([]);
    },
  );

  test('in the bodies of routes', async () => {
    for (const { method, url } of routes.filter((one) => one.method === 'POST' || one.method === 'PUT'))
      for (const value of HOSTILE_VALUES) {
        const body = Object.fromEntries(Object.keys(TYPED_BODY).map((field) => [field, value]));
        expect(await cells.hostileBody(method, url, body)).toEqual([]);
      }
  });
});

test('every access to health data is logged', () => {
  const unlogged = [...cells.logged()].filter(([, isLogged]) => !isLogged).map(([name]) => name);
  expect(unlogged.filter((name) => !(name in UNLOGGED))).toEqual([]);
  expect(cells.logged().size).toBeGreaterThan(25);
});

test('a request that the policy allows ends with an answer, a commit, or a refusal because of the state of the fixture', () => {
  const ends = [...cells.reached()].map(([name, codes]) => ({ name, codes: [...codes] }));
  const through = ends.filter(({ codes }) => codes.includes('answered') || codes.includes('server.unexpected'));
  expect(through.length).toBeGreaterThan(0.7 * ends.length);
  expect(ends.filter(({ codes }) => codes.includes('request.malformed'))).toEqual([]);
});

describe('jobs', () => {
  test('are not started by any request', () => {
    expect(cells.count()).toBeGreaterThan(nightly ? 5000 : 1000);
    expect(started).toEqual([]);
  });

  test('change nothing when they run a second time', async () => {
    const jobs = jobsOf(services);
    for (const { run } of jobs) await run();
    const before = await cells.digest();
    for (const { run } of jobs) await run();
    expect([...(await cells.digest())].filter(([name, hash]) => before.get(name) !== hash)).toEqual([]);
  });

  test('send mails about a check only to those whom the policy allows to read it, and to the employee', async () => {
    const { owner } = database;
    while ((await services.outbox.drain()) > 0);
    await owner('delete from mails');
    const checks = scenario.fixtures.filter(({ kind, whose }) => kind === 'check' && whose !== 'deleted' && whose !== 'random');
    for (const { id } of checks) {
      const { version } = await services.checks.get(scenario.people.planner.actor, id);
      await services.checks.unschedule(scenario.people.planner.actor, id, version);
      await services.checks.cancel(scenario.people.planner.actor, id, version + 1, { reason: 'Withdrawn by telephone' });
    }
    while ((await services.outbox.drain()) > 0);
    const mails = await owner<{ checkId: string; recipient: string }>('select "checkId", recipient from mails where "checkId" is not null');
    const addresses = new Map<string, string>();
    for (const row of await owner<{ id: string; email: string }>('select id, email from superiors union select id, email from doctors'))
      addresses.set(row.id, row.email);
    expect(new Set(mails.map(({ checkId }) => checkId)).size).toBeGreaterThan(0);
    for (const { checkId, recipient } of mails) {
      const check = checks.find(({ id }) => id === checkId);
      if (!check) throw new Error(`A mail is about ${checkId}, which was not changed.`);
      const own = [check.superiorId, check.doctorId].map((id) => addresses.get(id ?? ''));
      const readers = CALLERS.flatMap((caller) => {
        const { actor } = scenario.people[caller];
        return 'email' in actor && can(actor, 'check.read', check) ? actor.email : [];
      });
      expect([...own, ...readers]).toContain(recipient);
    }
  });
});

/** The product without one row of the policy: the matrix names the operation or record. */
describe('a missing row of the policy is found', () => {
  const { actor: planner } = scenario.people.planner;

  test('for reading a record', async () => {
    const { get } = services.employees;
    services.employees.get = (actor, id) => get(actor.kind === 'anonymous' ? actor : planner, id);
    try {
      const wrong = await operation('employee', true);
      expect(wrong).toEqual(expect.arrayContaining([expect.stringMatching(/^employee, basic, otherSuperior/)]));
      expect(wrong).toEqual(expect.arrayContaining([expect.stringMatching(/^employee, admin, otherCompany/)]));
      expect(wrong.some((line) => line.startsWith('employee, admin, own'))).toBe(false);
    } finally {
      services.employees.get = get;
    }
  });

  test('for the contents of a list', async () => {
    const { list } = services.certificates;
    services.certificates.list = (actor, options) => list(actor.kind === 'employer' ? planner : actor, options);
    try {
      expect(await operation('certificates', true)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^certificates, basic, own: the certificate that is otherSuperior is listed/)]),
      );
    } finally {
      services.certificates.list = list;
    }
  });

  test('for a change: the change is found in the database', async () => {
    const { update } = services.employees;
    services.employees.update = (actor, id, version, input) => update(actor.kind === 'anonymous' ? actor : planner, id, version, input);
    try {
      const wrong = await operation('updateEmployee', true);
      expect(wrong).toEqual(
        expect.arrayContaining([expect.stringMatching(/^updateEmployee: refused, but it changed .*public\.employees/)]),
      );
    } finally {
      services.employees.update = update;
    }
  });

  test('for hiding a field', async () => {
    const { get } = services.companies;
    services.companies.get = async (actor, id) => ({ ...(await get(actor, id)), checkPrice: 1 });
    try {
      expect(await record('Company', true)).toEqual([
        'Company, basic, own: checkPrice should be hidden, and is 1',
        expect.stringContaining('Company, both'),
      ]);
    } finally {
      services.companies.get = get;
    }
  });
});
