import { ERRORS, type FieldIssue } from '@checkwell/domain/errors';
import { type Actor, roleIn } from '@checkwell/domain/policy';
import type { LightMyRequestResponse } from 'fastify';
import type { GraphQLField } from 'graphql';
import { schema } from '../../graphql/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { ClonedDatabase } from '../database.ts';
import { pdf } from '../files.ts';
import { takeLoggedErrors } from '../logged-errors.ts';
import { isOneIn } from '../nightly.ts';
import { hostileInputsOf, NAMED_OTHERWISE } from './hostile-inputs.ts';
import { CALLERS, type Caller, type Fixture, type Kind, WHOSE, type Whose } from './kinds.ts';
import type { Rule, Verdict } from './policy.ts';
import { misread, type Row, readingOf, rowsAt, unstated } from './record-cells.ts';
import type { RecordRule } from './records.ts';
import { type Ids, idNamesOf, requestOf, typedRequestOf } from './requests.ts';
import type { OpenRoute, RouteRule } from './routes.ts';
import type { Scenario } from './scenario.ts';

/** Sends the requests of the cells of the matrix to the server, and reports answers that differ from the policy. */

interface Answer {
  readonly status: number;
  readonly codes: readonly string[];
  /** The body, without parts that differ from request to request. */
  readonly said: unknown;
}

/** An operation or a route. */
interface Subject {
  readonly name: string;
  readonly rule: Rule;
  /** Whether it may change something. */
  readonly changes: boolean;
  readonly send: (caller: Caller, ids: Ids, fixture: Fixture | null) => Promise<Answer>;
}

export interface Operation {
  readonly kind: 'query' | 'mutation';
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
}

/** Every operation of the schema. */
export const SCHEMA_OPERATIONS: readonly Operation[] = (['query', 'mutation'] as const).flatMap((kind) => {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {}).map((field) => ({ kind, field, name: field.name }));
});

const REFUSALS = ['access.unauthenticated', 'access.forbidden', 'entity.notFound'];
/** Refusals are logged after the answer, so they are left out of the digests. */
const NOT_REFUSED = " where t.action <> 'access.refused'";
/** Kinds of records about somebody's health, or about an incapacity. */
const HEALTH: ReadonlySet<string> = new Set<Kind>(['check', 'report', 'certificate', 'document']);
/** Tables that are left out of the digests: counters of requests, and the switch of this test. */
const NOT_KEPT = ['auth.throttles', 'public.matrix_keeps'];

export interface Cells {
  /** How many requests were sent. */
  readonly count: () => number;
  /** How allowed requests ended, by operation and route: `answered`, or the codes of their errors. */
  readonly reached: () => ReadonlyMap<string, ReadonlySet<string>>;
  /** @returns a sentence for each answer that differs from the policy */
  readonly operation: (operation: Operation, rule: Rule, whole?: boolean) => Promise<readonly string[]>;
  readonly route: (method: string, url: string, rule: RouteRule) => Promise<readonly string[]>;
  readonly openRoute: (method: string, url: string, rule: OpenRoute, byAccount: boolean) => Promise<readonly string[]>;
  /** Sends allowed requests with an id of another company in each other field: the answer must be that for an unknown id. */
  readonly nested: (operation: Operation, rule: Rule) => Promise<readonly string[]>;
  readonly record: (type: string, rule: RecordRule, whole?: boolean) => Promise<readonly string[]>;
  /** Sends requests with a text in every field; their changes are rolled back. @returns unexpected errors of the server */
  readonly typed: (operation: Operation, rule: Rule) => Promise<readonly string[]>;
  /** Sends a part of the requests with one hostile value each; their changes are rolled back. @returns wrong answers and errors of the server */
  readonly hostile: (operation: Operation, rule: Rule) => Promise<readonly string[]>;
  /** The same for a route: all its fields have the value. */
  readonly hostileBody: (method: string, url: string, body: unknown) => Promise<readonly string[]>;
  /** Operations and routes that gave access to health data (`HEALTH`), and whether each access was logged. */
  readonly logged: () => ReadonlyMap<string, boolean>;
  /** A digest of each table. */
  readonly digest: () => Promise<ReadonlyMap<string, string>>;
}

/** @param part one in so many cells is tested, always the same ones; 1: all of them */
export async function matrixCells({ owner }: ClonedDatabase, scenario: Scenario, part: number): Promise<Cells> {
  const { people } = scenario;
  let count = 0;
  let networks = 0;
  const reached = new Map<string, Set<string>>();

  // A trigger fails the commit of allowed requests: they run to their end, and each cell starts with the same data.
  await owner('create table public.matrix_keeps (keeps boolean not null)');
  await owner('insert into public.matrix_keeps values (true)');
  // Advances with each row that is written, except log entries about refusals, which are written after the answer.
  await owner('create sequence public.matrix_written');
  await owner(`create function public.matrix_keep() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      if not (select keeps from public.matrix_keeps) then raise exception 'matrix: nothing of it is kept'; end if;
      if tg_table_name <> 'access_log' or to_jsonb(new)->>'action' is distinct from 'access.refused' then
        perform nextval('public.matrix_written');
      end if;
      return null;
    end $$`);
  const names = await owner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') order by 1`,
  );
  const tables = names.map(({ name }) => name).filter((name) => !NOT_KEPT.includes(name));
  for (const name of tables)
    await owner(`create constraint trigger matrix_keep after insert or update or delete on ${name} deferrable initially deferred
      for each row execute function public.matrix_keep()`);
  let keeps = true;
  async function keep(wanted: boolean): Promise<void> {
    if (keeps !== wanted) await owner('update public.matrix_keeps set keeps = $1', [wanted]);
    keeps = wanted;
  }

  // A sequence also counts rows that are rolled back.
  await owner('create sequence public.matrix_logged');
  await owner(`create function public.matrix_log() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      if new.action <> 'access.refused' then perform nextval('public.matrix_logged'); end if;
      return null;
    end $$`);
  await owner('create trigger matrix_log after insert on access_log for each row execute function public.matrix_log()');
  const accesses = (): Promise<string> => lastValue('matrix_logged');
  const logged = new Map<string, boolean>();

  const digestQuery = tables
    .map(
      (name) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash from ${name} t${name === 'public.access_log' ? NOT_REFUSED : ''}`,
    )
    .join(' union all ');
  async function digest(): Promise<ReadonlyMap<string, string>> {
    return new Map((await owner<{ name: string; hash: string }>(digestQuery)).map(({ name, hash }) => [name, hash]));
  }
  const changed = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
    [...before].flatMap(([name, hash]) => (after.get(name) === hash ? [] : [name]));

  /** Whether the cell is one of the tested part, by its name. */
  const isSelected = (what: string, whole: boolean, of = part): boolean => whole || isOneIn(of, what);

  const lastValue = async (sequence: string): Promise<string> =>
    (await owner<{ n: string }>(`select concat(last_value, is_called) as n from public.${sequence}`))[0]?.n ?? '';
  let lastDigest: { readonly at: string; readonly found: ReadonlyMap<string, string> } | undefined;
  /** A digest of the database now: the previous one as long as nothing was written, since reading all tables is slow. */
  async function kept(): Promise<ReadonlyMap<string, string>> {
    const at = await lastValue('matrix_written');
    if (lastDigest?.at !== at) lastDigest = { at, found: await digest() };
    return lastDigest.found;
  }

  /** Logged errors of the server, except those that the trigger raises. */
  function errors(what: string): string[] {
    return takeLoggedErrors().flatMap((line) => (line.includes('matrix: nothing of it is kept') ? [] : [`${what}: ${line.slice(0, 300)}`]));
  }

  async function ask(caller: Caller, query: string, variables: object): Promise<Answer & { readonly data: unknown }> {
    const { browser, headers } = people[caller];
    const response = await browser.send('POST', '/graphql', { query, variables }, headers);
    const { data = null, errors = [] } = response.json();
    const codes = errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
    const issues = errors.map(({ extensions }: { extensions: { issues: unknown; params: unknown } }) => [
      extensions.issues,
      extensions.params,
    ]);
    return { status: response.statusCode, codes, said: { answer: data?.answer ?? null, issues }, data };
  }

  const fixtureOf = (kind: Kind, whose: Whose): Fixture | undefined =>
    scenario.fixtures.find((fixture) => fixture.kind === kind && fixture.whose === whose);
  const narrowedTo = (rule: Rule, ids: Ids): Ids =>
    rule.by === undefined ? ids : Object.fromEntries(Object.entries(ids).filter(([name]) => rule.by?.includes(name)));

  /** Ids of the same request with ids that never existed; the company stays when the caller belongs to it. */
  function unknownOf(actor: Actor, rule: Rule, fixture: Fixture): Ids {
    const random = rule.kind === null ? undefined : fixtureOf(rule.kind, 'random');
    const stays = rule.kind !== 'company' && (actor.kind !== 'employer' || roleIn(actor, fixture.companyId) !== 'anonymous');
    return Object.fromEntries(
      Object.entries(fixture.ids).map(([name, id]) => {
        if (name === 'companyId' && stays) return [name, id];
        return [name, random?.ids[name] ?? newId()];
      }),
    );
  }

  const all = (value: unknown): string => JSON.stringify(value) ?? '';

  const summaryOf = ({ status, codes, said }: Answer): string => `${status} ${codes.join()} ${all(said).slice(0, 200)}`;
  const refusalIn = ({ codes }: Answer): string | undefined => codes.find((code) => REFUSALS.includes(code));

  /** What differs when the answer is not of the expected kind. */
  function unexpected(caller: Caller, expected: Verdict, answer: Answer): string[] {
    const refusal = refusalIn(answer);
    if (caller === 'visitor') return answer.status === 401 ? [] : [`expected 401, got ${summaryOf(answer)}`];
    if (expected === 'let' && refusal !== undefined) return [`expected to be let through, got ${summaryOf(answer)}`];
    if (expected === 'refused' && refusal !== 'access.forbidden') return [`expected access.forbidden, got ${summaryOf(answer)}`];
    return [];
  }

  /** What differs when the answer about a hidden fixture is not the same as about an id that never existed. */
  async function distinguishable({ rule, send }: Subject, caller: Caller, fixture: Fixture, answer: Answer): Promise<string[]> {
    const { actor } = people[caller];
    const unknown = await send(caller, narrowedTo(rule, unknownOf(actor, rule, fixture)), fixtureOf(fixture.kind, 'random') ?? fixture);
    // A planner may use every company, and may see that this one does not exist.
    const isRefused = refusalIn(answer) !== undefined || rule.empty || actor.kind === 'planner';
    return [
      ...(all(unknown) === all(answer) ? [] : [`${summaryOf(answer)}, but for an unknown id: ${summaryOf(unknown)}`]),
      ...(isRefused ? [] : [`expected the answer for an unknown id, got ${summaryOf(answer)}`]),
    ];
  }

  /** Records that a list contains and the caller may not see, or the other way round. */
  function misplaced({ lists }: Rule, actor: Actor, fixture: Fixture | null, expected: Verdict, answer: Answer): string[] {
    if (!lists || expected === 'refused') return [];
    const shown = all(answer.said);
    return scenario.fixtures.flatMap((listed) => {
      if (listed.kind !== lists.kind || listed.whose === 'random') return [];
      const isRequested = fixture === null || (expected === 'let' && listed.companyId === fixture.companyId);
      const isListed = shown.includes(listed.id) || (listed.mark !== null && shown.includes(listed.mark));
      if ((isRequested && lists.has(actor, listed)) === isListed) return [];
      return [`the ${listed.kind} that is ${listed.whose} ${isListed ? 'is listed' : 'is missing'}`];
    });
  }

  /** Tests one cell. @returns what differs from the policy */
  async function cell(subject: Subject, caller: Caller, fixture: Fixture | null, expected: Verdict): Promise<string[]> {
    const { name, rule } = subject;
    const what = `${name}, ${caller}, ${fixture?.whose ?? 'no id'}`;
    count += 1;
    const isHealth = expected === 'let' && caller !== 'visitor' && HEALTH.has(rule.lists?.kind ?? rule.kind ?? 'nothing');
    const before = isHealth ? await accesses() : '';
    const answer = await subject.send(caller, narrowedTo(rule, fixture?.ids ?? {}), fixture);
    if (isHealth && (answer.codes.length === 0 || answer.codes.includes('server.unexpected')))
      logged.set(name, (await accesses()) !== before && logged.get(name) !== false);
    const isVisitor = caller === 'visitor';
    if (expected === 'let' && !isVisitor) reached.set(name, (reached.get(name) ?? new Set()).add(answer.codes[0] ?? 'answered'));
    const wrong = [
      ...unexpected(caller, expected, answer),
      ...(isVisitor ? [] : misplaced(rule, people[caller].actor, fixture, expected, answer)),
      ...(expected === 'hidden' && fixture !== null && !isVisitor ? await distinguishable(subject, caller, fixture, answer) : []),
    ];
    return [...wrong.map((line) => `${what}: ${line}`), ...errors(what)];
  }

  /** Tests all cells of an operation or route: first those that must change nothing, then the allowed ones. */
  async function cellsOf(subject: Subject, whole: boolean): Promise<readonly string[]> {
    const { name, rule, changes } = subject;
    const fixtures = rule.kind === null ? [null] : WHOSE.flatMap((whose) => fixtureOf(rule.kind as Kind, whose) ?? []);
    const cells = fixtures.flatMap((fixture) =>
      CALLERS.filter((caller) => isSelected(`${name} ${caller} ${fixture?.whose}`, whole)).map((caller) => ({
        caller,
        fixture,
        expected: rule.expected(people[caller].actor, fixture ?? (NOTHING as Fixture)),
      })),
    );
    const wrong: string[] = [];
    const isNo = ({ caller, expected }: (typeof cells)[number]) => caller === 'visitor' || expected !== 'let';
    await keep(true);
    const before = changes ? await kept() : null;
    for (const { caller, fixture, expected } of cells.filter(isNo)) wrong.push(...(await cell(subject, caller, fixture, expected)));
    const tables = before ? changed(before, await kept()) : [];
    if (tables.length > 0) wrong.push(`${name}: refused, but it changed ${tables.join()}`);
    await keep(!changes);
    for (const { caller, fixture, expected } of cells.filter((one) => !isNo(one)))
      wrong.push(...(await cell(subject, caller, fixture, expected)));
    await keep(true);
    return wrong;
  }

  async function send(
    caller: Caller,
    request: { readonly method: string; readonly url: string; readonly body?: unknown; readonly file?: boolean; readonly network?: number },
  ): Promise<Answer & { readonly response: LightMyRequestResponse }> {
    const { browser } = people[caller];
    const { method, url, body, file, network } = request;
    const headers = {
      ...people[caller].headers,
      ...(network !== undefined && { 'x-forwarded-for': `10.0.${network >> 8}.${network & 255}` }),
    };
    const response = file
      ? await browser.sendFile(url, pdf({ title: newId() }), 'application/pdf', headers)
      : await browser.send(method as 'GET', url, body, headers);
    const isJson = String(response.headers['content-type']).includes('json');
    const error = isJson && response.statusCode >= 400 ? response.json().error : undefined;
    const said = error === undefined ? response.body : { issues: error.issues, params: error.params };
    return { status: response.statusCode, codes: error === undefined ? [] : [error.code], said, response };
  }
  const addressOf = (url: string, ids: Ids): string =>
    url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? newId()).replace('*', 'nothing');

  return {
    count: () => count,
    reached: () => reached,
    digest,

    operation: ({ kind, field, name }, rule, whole = false) =>
      cellsOf(
        {
          name,
          rule,
          changes: kind === 'mutation',
          send: async (caller, ids) => {
            const { query, variables } = requestOf(kind, field, ids);
            const { status, codes, said } = await ask(caller, query, variables);
            return { status, codes, said };
          },
        },
        whole,
      ),

    async route(method, url, rule) {
      // The hourly limit of downloads is counted in the access log: no cell may fail because of the downloads of others.
      await owner('delete from access_log');
      const subject: Subject = {
        name: `${method} ${url}`,
        rule,
        changes: method !== 'GET',
        send: async (caller, ids, fixture) => {
          const asked = { ...(fixture ?? NOTHING), ids } as Fixture;
          const query = rule.query ? `?${new URLSearchParams(rule.query(asked))}` : '';
          const { status, codes, said } = await send(caller, {
            method,
            url: `${addressOf(url, ids)}${query}`,
            body: rule.body?.(asked),
            file: rule.file === true,
          });
          return { status, codes, said };
        },
      };
      return rule.stream ? cell(subject, 'visitor', null, 'hidden') : cellsOf(subject, false);
    },

    async openRoute(method, url, { open }, byAccount) {
      const wrong: string[] = [];
      await keep(!byAccount);
      const before = method === 'GET' ? null : await kept();
      let visitor: Answer | undefined;
      for (const caller of CALLERS.filter((one) => one === 'visitor' || isSelected(`${method} ${url} ${one}`, false))) {
        count += 1;
        const what = `${method} ${url}, open to ${open}, ${caller}`;
        // The request may end or renew the session: the cookies are restored. Each request comes from another network, since limits are per network.
        const cookies = [...people[caller].browser.cookies];
        networks += 1;
        const ids = { token: 'A'.repeat(22), companyNumber: 'BE0440966354', reference: newId(), key: 'telecheck', id: newId() };
        const { status, codes, said } = await send(caller, {
          method,
          url: addressOf(url, ids),
          network: networks,
          ...(method !== 'GET' && { body: {} }),
        });
        for (const [cookie, value] of cookies) people[caller].browser.cookies.set(cookie, value);
        const own = errors(what);
        wrong.push(...own);
        if (status >= 500 && codes[0] !== 'server.unexpected' && codes[0] !== 'payment.unavailable' && codes[0] !== 'feature.off')
          wrong.push(`${what}: ${status} ${codes.join()}`);
        visitor ??= { status, codes, said };
        if (!byAccount && all({ status, codes }) !== all({ status: visitor.status, codes: visitor.codes }))
          wrong.push(`${what}: ${status} ${codes.join()}, but a visitor gets ${visitor.status} ${visitor.codes.join()}`);
      }
      const tables = before ? changed(before, await kept()) : [];
      if (tables.length > 0) wrong.push(`${method} ${url}: without a valid link, session or signature it changed ${tables.join()}`);
      await keep(true);
      return wrong;
    },

    async nested({ kind, field, name }, rule) {
      const wrong: string[] = [];
      const mine = rule.kind === null ? null : fixtureOf(rule.kind, 'own');
      const primary = new Set(Object.keys(narrowedTo(rule, mine?.ids ?? {})).filter((id) => field.args.some((arg) => arg.name === id)));
      await keep(kind === 'query');
      for (const id of idNamesOf(field).filter((found) => !primary.has(found))) {
        const of = NAMED[id];
        const foreign = of && fixtureOf(of, 'otherCompany');
        if (!foreign) continue;
        for (const caller of ['admin', 'program'] as const) {
          const answerTo = async (value: string) => {
            count += 1;
            const { query, variables } = requestOf(kind, field, { ...narrowedTo(rule, mine?.ids ?? {}), [id]: value });
            const { status, codes, said } = await ask(caller, query, variables);
            return { status, codes, said };
          };
          const [theirs, unknown] = [await answerTo(foreign.id), await answerTo(newId())];
          wrong.push(...errors(`${name}, ${caller}, ${id}`));
          if (all(theirs) !== all(unknown))
            wrong.push(
              `${name}, ${caller}: the ${id} of another company: ${all(theirs).slice(0, 300)}, an unknown one: ${all(unknown).slice(0, 300)}`,
            );
        }
      }
      await keep(true);
      return wrong;
    },

    async typed({ kind, field, name }, rule) {
      await keep(false);
      const wrong: string[] = [];
      for (const caller of ['admin', 'planner', 'doctor'] as const) {
        const { query, variables } = typedRequestOf(kind, field, (rule.kind && fixtureOf(rule.kind, 'own')?.ids) ?? {});
        await ask(caller, query, variables);
        wrong.push(...errors(`${name}, ${caller}, typed`));
      }
      await keep(true);
      return wrong;
    },

    async hostile({ kind, field, name }, rule) {
      const fixture = rule.kind === null ? undefined : fixtureOf(rule.kind, 'own');
      const caller = CALLERS.find(
        (one) => one !== 'visitor' && rule.expected(people[one].actor, fixture ?? (NOTHING as Fixture)) === 'let',
      );
      if (caller === undefined) return [`${name}: no caller may do it to their own record`];
      await keep(kind === 'query');
      const wrong: string[] = [];
      for (const { path, value, request } of hostileInputsOf(kind, field, narrowedTo(rule, fixture?.ids ?? {}))) {
        const what = `${name}, ${path}: ${all(value).slice(0, 40)}`;
        if (!isSelected(what, false, part === 1 ? 1 : 2 * part)) continue;
        count += 1;
        const { status, codes, said } = await ask(caller, request.query, request.variables);
        wrong.push(...errors(what), ...wrongAnswer(what, `${name}, ${path}` in NAMED_OTHERWISE ? null : path, { status, codes, said }));
      }
      await keep(true);
      return wrong;
    },

    async hostileBody(method, url, body) {
      await keep(false);
      const wrong: string[] = [];
      for (const caller of url.startsWith('/auth') ? (['visitor'] as const) : (['visitor', 'admin', 'doctor'] as const)) {
        const what = `${method} ${url}, ${caller}: ${all(body).slice(0, 60)}`;
        if (!isSelected(what, false, part === 1 ? 1 : 2 * part)) continue;
        count += 1;
        networks += 1;
        const { status, codes } = await send(caller, { method, url: addressOf(url, { token: 'A'.repeat(22) }), body, network: networks });
        wrong.push(
          ...errors(what),
          ...(status >= 500 && !ACCEPTED_OR_UNAVAILABLE.has(codes[0] ?? '') ? [`${what}: ${status} ${codes.join()}`] : []),
        );
      }
      await keep(true);
      return wrong;
    },

    logged: () => logged,

    async record(type, rule, whole = part === 1) {
      const wrong = [...unstated(type, rule)];
      for (const whose of WHOSE) {
        const fixture = fixtureOf(rule.kind, whose);
        if (!fixture || !isSelected(`${type} ${whose}`, whole || whose === 'own', 2)) continue;
        const { query, variables } = readingOf(type, rule, fixture);
        let reference: Row | undefined;
        // The planner first: the provider sees nearly all fields.
        for (const caller of ['planner', 'admin', 'program', 'both', 'basic', 'doctor', 'visitor'] as const) {
          const { actor } = people[caller];
          const what = `${type}, ${caller}, ${whose}`;
          count += 1;
          const { data, codes } = await ask(caller, query, variables);
          const rows = rowsOf(data, rule, fixture);
          const reads = caller !== 'visitor' && rule.reads(actor, fixture);
          const [row] = rows;
          if (reads) reference ??= row;
          const summary = `${codes.join()} ${all(rows.length > 0 ? rows : data).slice(0, 200)}`;
          const fields = row && reference ? misread(type, rule, { row, reference, actor, fixture, fixtures: scenario.fixtures }) : [];
          const lines = reads ? readWrong(rule, row, summary, codes, fields) : rows.map(() => `expected nothing, got ${summary}`);
          wrong.push(...lines.map((line) => `${what}: ${line}`), ...errors(what));
        }
      }
      return wrong;
    },
  };
}

/** Codes with which a route ends when it accepted the body and the trigger failed its commit, or when its feature is not available here. */
const ACCEPTED_OR_UNAVAILABLE: ReadonlySet<string> = new Set(['server.unexpected', 'payment.unavailable', 'feature.off']);

/** What is wrong with the answer to a request with a hostile value at `path`; `server.unexpected` is the error that the trigger raises. */
function wrongAnswer(what: string, path: string | null, { status, codes, said }: Answer): readonly string[] {
  const [code = 'answered'] = codes;
  if (status >= 500 && code !== 'server.unexpected') return [`${what}: ${status} ${code}`];
  if (code !== 'answered' && !(code in ERRORS)) return [`${what}: not a code of the catalogue of errors: ${code}`];
  const { issues = [] } = said as { readonly issues?: readonly [readonly FieldIssue[] | undefined, unknown][] };
  const named = issues.flatMap(([found = []]) => found);
  const last = path?.split('.').at(-1);
  if (last !== undefined && code === 'request.invalid' && !named.some((issue) => issue.path.split('.').includes(last)))
    return [`${what}: refused, but at ${named.map((issue) => issue.path).join() || 'no field'} instead of the field`];
  return [];
}

const rowsOf = (data: unknown, { path, inside }: RecordRule, { id }: Fixture): readonly Row[] =>
  rowsAt(data, path).filter((row) => inside || row.id === id);

/** What is wrong with a record that the caller may read. */
function readWrong(
  { inside }: RecordRule,
  row: Row | undefined,
  summary: string,
  codes: readonly string[],
  fields: readonly string[],
): string[] {
  // A record that contains others may contain none.
  if (!row) return inside ? [] : [`expected the record, got ${summary}`];
  return [...(codes.length > 0 ? [`it was returned with the errors ${codes.join()}`] : []), ...fields];
}

/** For rules without an id: a fixture that belongs to nobody. */
const NOTHING: Partial<Fixture> = { id: '', ids: {}, companyId: null, whose: 'random', exists: true };

/** The kind of record to which an id within a request refers, by its name. */
const NAMED: Readonly<Record<string, Kind>> = {
  companyId: 'company',
  employeeId: 'employee',
  superiorId: 'superior',
  certificateId: 'certificate',
  documentId: 'document',
  photoId: 'document',
  parentCheckId: 'report',
  employeeMessageId: 'employeeMessage',
};
