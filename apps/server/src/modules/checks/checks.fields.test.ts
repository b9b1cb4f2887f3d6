import { type CHECK_EVENT_FIELDS, seesCheckEventField } from '@checkwell/domain/check/event-fields';
import { CHECK_FIELD_NAMES, CHECK_FIELDS, type CheckCondition, type CheckField, checkVisibility } from '@checkwell/domain/check/fields';
import { addDays } from '@checkwell/domain/clock';
import { viewOf } from '@checkwell/domain/fields';
import type { Actor } from '@checkwell/domain/policy';
import type { Role } from '@checkwell/domain/roles';
import checkWords from '@checkwell/messages/locales/en/checkFields.json' with { type: 'json' };
import { getTranslator } from '@checkwell/messages/translator';
import { getNamedType, isEnumType, isObjectType, isScalarType } from 'graphql';
import Papa from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../graphql/schema.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../test/database.ts';
import { pdf } from '../../test/files.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { byDay, nightly } from '../../test/nightly.ts';
import { serverApp } from '../../test/servers/server-app.ts';
import type { CheckRecord } from './checks.repository.ts';
import type { CheckView } from './checks.view.ts';
import { CheckType } from './checks-type.graphql.ts';

/**
 * The table of fields (domain/check/fields.ts) against what really leaves the server: every role reads checks whose fields all have a
 * value, in every way that a check can be read, on the days around the end of what a doctor sees.
 */
const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock } = app;
const fixtures = await createFixtures(db, clock);
const { a, doctors } = fixtures;
const MISSION_OVER = clock.now();

/** Every field of a check that needs no selection of its own. */
const GRAPHQL_FIELDS = scalarsOf('Check');
function scalarsOf(name: string): string[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`There is no type ${name}.`);
  return Object.values(type.getFields())
    .filter(({ type: field }) => isScalarType(getNamedType(field)) || isEnumType(getNamedType(field)))
    .map(({ name: field }) => field);
}
/**
 * The doctor's own compartment (policy.ts, `medicalNotes.read`), the state of a search (`check.plan`; offers.test.ts), and how many comments
 * the reader has not read (comments.test.ts).
 */
const OWN_RULE = ['medicalNote', 'doctorSearch', 'unreadComments', 'laterCheckIds'];
/** Every field of a check, each as it is asked for. */
const ALONE = [
  ...GRAPHQL_FIELDS,
  'doctor { id }',
  'document { id url }',
  'deadlines { code reader lastDay }',
  `events { ${scalarsOf('CheckEvent').join(' ')} }`,
];
const SELECTION = ALONE.join(' ');

const READERS = ['employerAdmin', 'employerBasic', 'planner', 'doctor'] as const satisfies readonly Role[];
type Reader = (typeof READERS)[number];
// The doctor of the fixtures gets an account to sign in with.
await owner('delete from profiles where id = $1', [fixtures.actors.doctor.profileId]);
const accounts = {
  employerAdmin: await app.signedIn({ companyId: a.id }),
  employerBasic: await app.signedIn({ companyId: a.id, accesType: 'basic' }),
  planner: await app.signedIn({ kind: 'planner' }),
  doctor: await app.signedIn({ kind: 'doctor', doctorId: doctors.brussels }),
};
const actors: Record<Reader, Actor> = {
  employerAdmin: fixtures.actors.adminA,
  employerBasic: fixtures.actors.basicA,
  planner: fixtures.actors.planner,
  doctor: fixtures.actors.doctor,
};
await owner('update company_users set "superiorId" = $1 where "profileId" = $2', [a.superiors[0], accounts.employerBasic.profileId]);

type Browser = ReturnType<typeof app.browser>;

async function ask<Data>(browser: Browser, query: string, variables: object = {}): Promise<Data> {
  const answer = (await browser.send('POST', '/graphql', { query, variables })).json() as { data: Data; errors?: unknown };
  expect(answer.errors).toBeUndefined();
  return answer.data;
}

interface Scenario {
  readonly id: string;
  readonly documentId: string;
  readonly archived: boolean;
  readonly released: boolean;
  readonly employerAnswers: boolean;
  /** Whether the worker, the certificate and the check before are those of superior 0, and the check before the same doctor's. */
  readonly reached: boolean;
}
type Values = Parameters<typeof insertCheck>[3];

/** A check with a value in every field that its status allows. */
async function fill(values: Values, { reached, ...kind }: Omit<Scenario, 'id' | 'documentId'>): Promise<Scenario> {
  const whose = reached ? 0 : 2;
  const document = await app.services.documents.upload(fixtures.actors.adminA, {
    companyId: a.id,
    fileName: 'certificate.pdf',
    mediaType: 'application/pdf',
    contentLength: null,
    content: async () => pdf(),
  });
  const certificateId = newId();
  await owner(
    `insert into certificates ("companyId", id, "employeeId", "superiorId", "startDate", "endDate", "incapacityReason", "authorizedExit",
       "entryType", "certifType", "searchText", "documentId") values ($1, $2, $3, $4, $5, $6, 'Illness', true, 'MEDICAL_CERTIFICATE', 'Unknown', '', $7)`,
    [a.id, certificateId, a.employees[whose], a.superiors[whose >> 1], clock.today(), addDays(clock.today(), 9), document.id],
  );
  const before = await insertCheck(db, fixtures, clock, {
    status: 'Archived',
    employeeId: a.employees[whose],
    superiorId: a.superiors[whose >> 1],
    doctorId: reached ? doctors.brussels : doctors.antwerp,
  });
  const { id } = await insertCheck(db, fixtures, clock, {
    employeeId: a.employees[whose],
    superiorId: a.superiors[0],
    certificateId,
    parentCheckId: before.id,
    doctorId: doctors.brussels,
    doctorFullName: 'Dokter Canary',
    appointmentStart: clock.now(),
    appointmentEnd: new Date(clock.now().getTime() + 20 * 60_000),
    workerFirstName: 'Zenobia',
    workerLastName: 'Canary',
    subEmployee: 'canary-subEmployee',
    workerEmail: 'canary-workerEmail@x.be',
    incapacityType: 'WorkAccident',
    accidentDate: clock.today(),
    accidentTime: '08:15',
    distanceToCheck: 7.5,
    timeToCheck: 21,
    providerComment: 'canary-providerComment',
    doctorComment: 'canary-doctorComment',
    companyTotalPrice: 717_71,
    doctorTotalPrice: 161_61,
    doctorTravelCosts: 51_51,
    doctorExtraCosts: 41_41,
    doctorReactivity: 31,
    doctorEfficiency: 67,
    resultSentBy: 'system',
    ...values,
  });
  await owner(
    `update check_events set reason = 'canary-reason', "actorKind" = 'doctor', details = '{"notes":["timingFallback"]}' where "checkId" = $1`,
    [id],
  );
  return { id, documentId: document.id, reached, ...kind };
}

const examined = { examinedFrom: MISSION_OVER, examinedTo: new Date(MISSION_OVER.getTime() + 15 * 60_000), examinationMinutes: 15 };
const VISIT = {
  onMyWayAt: MISSION_OVER,
  arrivedAt: MISSION_OVER,
  leftAt: MISSION_OVER,
  visitReceivedAt: MISSION_OVER,
  attemptedAt: MISSION_OVER,
};
const ARCHIVE_COMMENT = 'canary-archiveComment';
const RELEASED_COMMENT = 'canary-releasedComment';
/** What is on the report as a document, and where it comes from. */
const PRINTED = [
  ['workerFullName', 'Zenobia Canary'],
  ['subEmployee', 'canary-subEmployee'],
  ['workerEmail', 'workerEmail@x.be'],
  ['providerComment', 'canary-providerComment'],
  ['doctorComment', 'canary-doctorComment'],
  ['companyTotalPrice', '717.71'],
  ['doctorTotalPrice', '161.61'],
  ['doctorTravelCosts', '51.51'],
  ['doctorExtraCosts', '41.41'],
] as const satisfies readonly (readonly [CheckField, string])[];

let scenarios: readonly Scenario[];
beforeAll(async () => {
  const number = await app.services.employees.get(fixtures.actors.adminA, a.employees[0]);
  await app.services.employees.update(fixtures.actors.adminA, a.employees[0], number.version, {
    employeeMatricule: number.employeeMatricule,
    employeeFirstName: number.employeeFirstName,
    employeeLastName: number.employeeLastName,
    employeeLanguage: number.employeeLanguage,
    employeeGender: number.employeeGender,
    employeePhoneNumber: number.employeePhoneNumber,
    employeeAddress: number.employeeAddress,
    subEmployee: number.subEmployee,
    superiorId: number.superiorId,
    function: number.function,
    workerNISS: '85.07.30-033.28',
  });
  scenarios = [
    await fill(
      {
        status: 'Archived',
        checkOccurence: 'Yes',
        injuryDifference: true,
        arbitrationAskedBy: 'Employee',
        arbitrationAskedOn: clock.today(),
        arbiterName: 'canary-arbiterName',
        arbitrationRuling: 'ControlDoctor',
        arbitrationRuledOn: clock.today(),
        newIncapacityEndDate: addDays(clock.today(), 2),
        earlyReturn: true,
        ...examined,
        archiveComment: ARCHIVE_COMMENT,
        commentReview: 'Released',
        releasedComment: RELEASED_COMMENT,
      },
      { archived: true, released: true, employerAnswers: false, reached: true },
    ),
    await fill(
      {
        status: 'Archived',
        checkOccurence: 'NonOperable',
        nonOperableReason: 'NoAccess',
        archiveComment: ARCHIVE_COMMENT,
        commentReview: 'Waiting',
        legalHoldAt: clock.now(),
        legalHoldReason: 'canary-legalHoldReason',
      },
      { archived: true, released: false, employerAnswers: false, reached: false },
    ),
    await fill(
      { status: 'ModificationProblem', problemReason: 'WorkerAbroad', problemOwner: 'employer', problemComment: 'canary-problemComment' },
      { archived: false, released: true, employerAnswers: true, reached: true },
    ),
    await fill(
      { status: 'ModificationProblem', problemReason: 'WorkerAbroad', problemOwner: 'provider', problemComment: 'canary-problemComment' },
      { archived: false, released: true, employerAnswers: false, reached: false },
    ),
    await fill(
      {
        status: 'WaitingForCheck',
        checkLocation: 'House',
        resultDueAt: clock.now(),
        resultHeldAt: clock.now(),
        resultAskedAt: clock.now(),
        ...VISIT,
      },
      { archived: false, released: true, employerAnswers: false, reached: true },
    ),
    await fill(
      { status: 'Planning', doctorId: null, appointmentStart: null, appointmentEnd: null },
      { archived: false, released: true, employerAnswers: false, reached: true },
    ),
  ];
});

/** What each condition comes to, by how the check was made and how many days have gone by. */
const HOLDS: Record<CheckCondition, (scenario: Scenario, days: number) => boolean> = {
  whileDoctorSeesWorker: ({ archived }, days) => !archived || days <= 30,
  whenEmployerAnswers: ({ employerAnswers }) => employerAnswers,
  onceReleased: ({ released }) => released,
  // The report is of an examination; the other archived check ended before the time of its appointment.
  onceMinuteIsTold: ({ archived, released }, days) => archived && (released || days > 0),
  whenEmployeeReached: ({ reached }) => reached,
  whenCertificateReached: ({ reached }) => reached,
  whenParentCheckReached: ({ reached }) => reached,
};

function isSeen(field: CheckField, reader: Reader, scenario: Scenario, days: number): boolean {
  const visibility = checkVisibility(field, reader);
  return typeof visibility === 'boolean' ? visibility : HOLDS[visibility](scenario, days);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const shown = new Set<string>();
/** Fields with a value, before anybody's rights: of the row, of what it points to, and what is worked out. */
async function filled({ id }: Scenario): Promise<ReadonlySet<string>> {
  const [row] = await owner<{ row: Record<string, unknown> }>('select to_json(c) as row from checks c where id = $1', [id]);
  const pointedTo = [
    'companyName',
    'superiorFullName',
    'superiorEmail',
    'superiorLg',
    'documentId',
    'nextActor',
    'isLaterRound',
    'visitCharged',
  ];
  return new Set([...Object.entries(row?.row ?? {}).flatMap(([name, value]) => (isEmpty(value) ? [] : [name])), ...pointedTo]);
}

type Checked = Record<string, unknown> & { document: { id: string; url: string } | null; events: Record<string, unknown>[] };

const readAlone = async (browser: Browser, id: string): Promise<Checked> =>
  (await ask<{ check: Checked }>(browser, `query ($id: ID!) { check(id: $id) { ${SELECTION} } }`, { id })).check;

function expectFields(check: Checked, known: ReadonlySet<string>, sees: (field: CheckField) => boolean): void {
  for (const field of GRAPHQL_FIELDS.filter((name) => !OWN_RULE.includes(name)) as CheckField[]) {
    const value = check[field];
    if (!sees(field)) expect(isEmpty(value), `${field} is hidden`).toBe(true);
    else if (known.has(field)) expect(isEmpty(value), `${field} is shown`).toBe(false);
    if (!isEmpty(value)) shown.add(field);
  }
  expect(check.document !== null, 'document').toBe(sees('documentId'));
  // Whatever the field: nothing of what is hidden stands anywhere else in the answer.
  const text = JSON.stringify(check);
  for (const field of ['providerComment', 'doctorComment', 'problemComment', 'subEmployee', 'workerEmail', 'releasedComment'] as const)
    if (!sees(field) && (field !== 'releasedComment' || !sees('archiveComment'))) expect(text).not.toContain(`canary-${field}`);
  expect(text).not.toMatch(/85\.?07\.?30/);
}

function expectEventFields(check: Checked, reader: Reader, archived: boolean): void {
  expect(check.events.length).toBeGreaterThan(0);
  const facts = { companyId: a.id, actorKind: 'doctor', archivedAt: archived ? MISSION_OVER : null };
  for (const event of check.events) {
    for (const field of Object.keys(event) as (keyof typeof CHECK_EVENT_FIELDS)[])
      if (!seesCheckEventField(actors[reader], field, facts, clock.now())) expect(isEmpty(event[field]), `event's ${field}`).toBe(true);
    if (reader === 'planner') expect(event.reason).toBe('canary-reason');
  }
}

describe.each([0, 30, 31])('%i days after the mission', (days) => {
  // What time changes it changes for the doctor.
  const readers = days === 0 ? READERS : (['employerBasic', 'doctor'] as const);
  const browsers = new Map<Reader, Browser>();
  const browserOf = (reader: Reader) => browsers.get(reader) as Browser; // every reader has one
  beforeAll(async () => {
    clock.set(new Date(MISSION_OVER.getTime() + days * 86_400_000).toISOString());
    for (const reader of readers) {
      const browser = app.browser();
      expect((await browser.signIn(accounts[reader].email)).statusCode).toBe(200);
      browsers.set(reader, browser);
    }
  });

  test.each(readers)('%s reads in GraphQL what the table says', async (reader) => {
    // An order that waits for planning has no doctor yet.
    for (const scenario of reader === 'doctor' ? scenarios.slice(0, -1) : scenarios) {
      const check = await readAlone(browserOf(reader), scenario.id);
      expectFields(check, await filled(scenario), (field) => isSeen(field, reader, scenario, days));
      expectEventFields(check, reader, scenario.archived);
    }
  });

  test.each(readers)('%s reads on the report the comment that is theirs', async (reader) => {
    const [report, waiting] = scenarios as [Scenario, Scenario];
    const ofEmployer = reader.startsWith('employer');
    const lost = reader === 'doctor' && days > 30;
    expect((await readAlone(browserOf(reader), report.id)).archiveComment).toBe(
      lost ? null : ofEmployer ? RELEASED_COMMENT : ARCHIVE_COMMENT,
    );
    expect((await readAlone(browserOf(reader), waiting.id)).archiveComment).toBe(lost || ofEmployer ? null : ARCHIVE_COMMENT);
  });

  test.runIf(days !== 30 || nightly).each(readers)('%s finds in lists and by search what is read alone', async (reader) => {
    const browser = browserOf(reader);
    const [report] = scenarios as [Scenario];
    const check = await readAlone(browser, report.id);
    const { reports } = await ask<{ reports: { nodes: Checked[] } }>(browser, `query { reports(first: 20) { nodes { ${SELECTION} } } }`);
    expect(reports.nodes.find(({ id }) => id === report.id)).toEqual(check);
    const { searchEverything } = await ask<{ searchEverything: { reports: Checked[] } }>(
      browser,
      `query { searchEverything(text: "Zenobia") { reports { ${SELECTION} } } }`,
    );
    const found = searchEverything.reports.find(({ id }) => id === report.id);
    expect(found).toEqual(isSeen('workerFullName', reader, report, days) ? check : undefined);
  });

  // A list reads of the database only what was asked for. On the 30th day doctors see what they see on the first, employers what they see on the 31st.
  test.runIf(days !== 30 || nightly).each(readers)(
    '%s gets of each field in a list, asked for alone, what is read with all others',
    async (reader) => {
      const browser = browserOf(reader);
      const seen = reader === 'doctor' ? scenarios.slice(0, -1) : scenarios;
      const whole = new Map<string, Checked>();
      for (const { id } of seen) whole.set(id, await readAlone(browser, id));
      let compared = 0;
      for (const field of byDay(3, ALONE, (one) => `${reader} ${days} ${one}`)) {
        const lists = await ask<{ checks: { nodes: Checked[] }; reports: { nodes: Checked[] } }>(
          browser,
          `query { checks(first: 17) { nodes { ...Asked } } reports(first: 17) { nodes { ...Asked } } } fragment Asked on Check { key: id ${field} }`,
        );
        const name = field.split(' ', 1)[0] ?? '';
        for (const { key, ...row } of [...lists.checks.nodes, ...lists.reports.nodes]) {
          const check = whole.get(String(key));
          if (!check) continue;
          expect(row, `${field} of ${key}`).toEqual({ [name]: check[name] });
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(ALONE.length / (nightly ? 1 : 3));
    },
  );

  test.runIf(days !== 30 || nightly).each(readers)('%s gets by REST the files that the table says', async (reader) => {
    const browser = browserOf(reader);
    const [report] = scenarios as [Scenario];
    const sees = (field: CheckField) => isSeen(field, reader, report, days);
    const file = await browser.send('GET', `/v1/api/companies/${a.id}/documents/${report.documentId}`);
    expect([file.statusCode, file.rawPayload.equals(pdf())]).toEqual(sees('documentId') ? [200, true] : [404, false]);
    const document = await browser.send('GET', `/v1/api/checks/${report.id}/report.pdf`);
    expect(document.statusCode).toBe(sees('documentId') ? 200 : 404);
    if (document.statusCode !== 200) return;
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(document.rawPayload)), { mergePages: true });
    for (const [field, words] of PRINTED) expect(text.includes(words), field).toBe(sees(field));
  });

  if (days > 0) return;
  test.each(readers)('%s takes a file of the reports with the columns and values that the table says', async (reader) => {
    const labels = getTranslator('en', 'checkFields');
    const take = async (who: Reader) => {
      const answer = await browserOf(who).send('GET', '/v1/api/exports/reports.csv?search=Zenobia');
      expect(answer.statusCode).toBe(200);
      const { data, meta } = Papa.parse<Record<string, string>>(answer.body.replace(/^\uFEFF/, ''), { header: true });
      const outcome = getTranslator('en', 'enums')('checkOccurence.Yes');
      return { headers: meta.fields ?? [], row: data.find((line) => line[labels('checkOccurence')] === outcome) ?? {} };
    };
    if (reader === 'doctor') {
      expect((await browserOf(reader).send('GET', '/v1/api/exports/reports.csv')).statusCode).toBe(403);
      return;
    }
    const [ofAdmin, ofPlanner, { headers, row }] = [await take('employerAdmin'), await take('planner'), await take(reader)];
    const all = new Set([...ofAdmin.headers, ...ofPlanner.headers]);
    const [report] = scenarios as [Scenario];
    const known = await filled(report);
    const exported = Object.keys(checkWords)
      .filter((id): id is CheckField & keyof typeof checkWords => id in CHECK_FIELDS)
      .map((field) => ({
        field,
        header: [...all].find((header) => header.replace(/ \((km|min|%|EUR)\)$/, '') === labels(field)),
      }))
      .filter((column): column is { field: typeof column.field; header: string } => column.header !== undefined);
    expect(exported.length).toBeGreaterThan(35);
    for (const { field, header } of exported) {
      expect(headers.includes(header), `column ${field}`).toBe(checkVisibility(field, reader) !== false);
      if (known.has(field)) expect(isEmpty(row[header] ?? ''), `value of ${field}`).toBe(!isSeen(field, reader, report, 0));
    }
  });
});

test('every field of the API is in the table, and every field of the table that somebody sees was seen', () => {
  expect(GRAPHQL_FIELDS.filter((field) => !OWN_RULE.includes(field) && !(field in CHECK_FIELDS))).toEqual([]);
  const ofFiguresAlone = ['reportDate', 'province'];
  const asDocument = ['documentId'];
  // Where it is set, all that names somebody is gone: modules/retention.
  const ofErased = ['erasedAt'];
  // Where it is set, nobody was examined: checks.disputes.test.ts.
  const ofNoShows = ['noShowExcuse', 'noShowExcusedOn'];
  const reachable = CHECK_FIELD_NAMES.filter((field) => READERS.some((reader) => checkVisibility(field, reader) !== false));
  expect(
    reachable.filter((field) => !shown.has(field) && ![...ofFiguresAlone, ...asDocument, ...ofErased, ...ofNoShows].includes(field)),
  ).toEqual([]);
});

test('a column of which nobody said who sees it compiles neither in the view nor in the API', () => {
  type Grown = CheckRecord & { readonly diagnosis: string };
  const grown = { diagnosis: 'x' } as Grown;
  // @ts-expect-error CHECK_FIELDS has no entry `diagnosis`
  expect(viewOf(CHECK_FIELDS, grown, () => true)).not.toHaveProperty('diagnosis');
  const view = {} as CheckView;
  // @ts-expect-error nobody sees it
  expect(view.searchText).toBeUndefined();
  expect(CheckType.name).toBe('Check');
});
