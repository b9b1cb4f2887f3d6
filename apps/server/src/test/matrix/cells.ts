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
import type { Scene } from './scene.ts';

/** Runs the cells of the matrix against the server, and tells where an answer is not what the policy says. */

interface Answer {
  readonly status: number;
  readonly codes: readonly string[];
  /** What came, without what is another for each request. */
  readonly said: unknown;
}

/** An operation or a route, for the cells. */
interface Subject {
  readonly name: string;
  readonly rule: Rule;
  /** Whether it is there to change something. */
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
/** That somebody was refused is logged after the answer, of all cells alike. */
const NOT_REFUSED = " where t.action <> 'access.refused'";
/** What is counted and forgotten by itself: it says how often somebody asked. */
/** Whose records say something about somebody's health, or that they were ill. */
const HEALTH: ReadonlySet<string> = new Set<Kind>(['check', 'report', 'certificate', 'document']);
const NOT_KEPT = ['auth.throttles', 'public.matrix_keeps'];

export interface Cells {
  /** How many cells were asked. */
  readonly count: () => number;
  /** How those ended who were let through, by operation and route: `answered`, or the codes of what came in their way. */
  readonly reached: () => ReadonlyMap<string, ReadonlySet<string>>;
  /** @returns a sentence for each cell that is not as the policy says */
  readonly operation: (operation: Operation, rule: Rule, whole?: boolean) => Promise<readonly string[]>;
  readonly route: (method: string, url: string, rule: RouteRule) => Promise<readonly string[]>;
  readonly openRoute: (method: string, url: string, rule: OpenRoute, byAccount: boolean) => Promise<readonly string[]>;
  /** Ids of others inside of one's own request: each is an unknown one. */
  readonly nested: (operation: Operation, rule: Rule) => Promise<readonly string[]>;
  readonly record: (type: string, rule: RecordRule, whole?: boolean) => Promise<readonly string[]>;
  /** Asks for everything with all that somebody can type; nothing of it is kept. @returns the server's own faults */
  readonly typed: (operation: Operation, rule: Rule) => Promise<readonly string[]>;
  /** Asks a part of these requests, each with one hostile value; nothing of it is kept. @returns what is neither refused nor taken as it should be */
  readonly hostile: (operation: Operation, rule: Rule) => Promise<readonly string[]>;
  /** The same of a route: all its fields have the value. */
  readonly hostileBody: (method: string, url: string, body: unknown) => Promise<readonly string[]>;
  /** Operations and routes that let somebody through to health data (`HEALTH`), and whether they wrote an access down each time. */
  readonly logged: () => ReadonlyMap<string, boolean>;
  /** A digest of everything that the database keeps. */
  readonly digest: () => Promise<ReadonlyMap<string, string>>;
}

/** @param part one of so many cells is asked, always the same ones; 1: all of them */
export async function matrixCells({ owner }: ClonedDatabase, scene: Scene, part: number): Promise<Cells> {
  const { people } = scene;
  let count = 0;
  let networks = 0;
  const reached = new Map<string, Set<string>>();

  // What is let through comes as far as its commit, and nothing of it is kept: each cell finds the same world.
  await owner('create table public.matrix_keeps (keeps boolean not null)');
  await owner('insert into public.matrix_keeps values (true)');
  // Moves with every row that is kept, but those about refusals, which are written after the answer, of all cells alike.
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

  // Counts also what is not kept afterwards.
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

  /** A fair part of the cells, by their name. */
  const isTaken = (what: string, whole: boolean, of = part): boolean => whole || isOneIn(of, what);

  const lastValue = async (sequence: string): Promise<string> =>
    (await owner<{ n: string }>(`select concat(last_value, is_called) as n from public.${sequence}`))[0]?.n ?? '';
  let looked: { readonly at: string; readonly found: ReadonlyMap<string, string> } | undefined;
  /** A digest of what the database keeps now: the former one as long as nothing was written, since to read all tables takes long. */
  async function kept(): Promise<ReadonlyMap<string, string>> {
    const at = await lastValue('matrix_written');
    if (looked?.at !== at) looked = { at, found: await digest() };
    return looked.found;
  }

  /** Faults that are not the one which keeps nothing: the server's own. */
  function faults(what: string): string[] {
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

  const thingOf = (kind: Kind, whose: Whose): Fixture | undefined =>
    scene.fixtures.find((fixture) => fixture.kind === kind && fixture.whose === whose);
  const narrowedTo = (rule: Rule, ids: Ids): Ids =>
    rule.by === undefined ? ids : Object.fromEntries(Object.entries(ids).filter(([name]) => rule.by?.includes(name)));

  /** The same request about what never was: a company in which the caller is at home stays what it is. */
  function unknownOf(actor: Actor, rule: Rule, fixture: Fixture): Ids {
    const random = rule.kind === null ? undefined : thingOf(rule.kind, 'random');
    const stays = rule.kind !== 'company' && (actor.kind !== 'employer' || roleIn(actor, fixture.companyId) !== 'anonymous');
    return Object.fromEntries(
      Object.entries(fixture.ids).map(([name, id]) => {
        if (name === 'companyId' && stays) return [name, id];
        return [name, random?.ids[name] ?? newId()];
      }),
    );
  }

  const all = (value: unknown): string => JSON.stringify(value) ?? '';

  const toldBy = ({ status, codes, said }: Answer): string => `${status} ${codes.join()} ${all(said).slice(0, 200)}`;
  const refusalIn = ({ codes }: Answer): string | undefined => codes.find((code) => REFUSALS.includes(code));

  /** Where the answer is none of the kind that was expected. */
  function unexpected(caller: Caller, expected: Verdict, answer: Answer): string[] {
    const refusal = refusalIn(answer);
    if (caller === 'visitor') return answer.status === 401 ? [] : [`expected 401, got ${toldBy(answer)}`];
    if (expected === 'let' && refusal !== undefined) return [`expected to be let through, got ${toldBy(answer)}`];
    if (expected === 'refused' && refusal !== 'access.forbidden') return [`expected access.forbidden, got ${toldBy(answer)}`];
    return [];
  }

  /** Where the answer about a fixture that is hidden is another than about one that never was. */
  async function tellable({ rule, send }: Subject, caller: Caller, fixture: Fixture, answer: Answer): Promise<string[]> {
    const { actor } = people[caller];
    const unknown = await send(caller, narrowedTo(rule, unknownOf(actor, rule, fixture)), thingOf(fixture.kind, 'random') ?? fixture);
    // Somebody who may do it to any company may find that this one is none by what is missing in it.
    const isRefused = refusalIn(answer) !== undefined || rule.empty || actor.kind === 'planner';
    return [
      ...(all(unknown) === all(answer) ? [] : [`${toldBy(answer)}, but of an unknown id: ${toldBy(unknown)}`]),
      ...(isRefused ? [] : [`expected to be unknown, got ${toldBy(answer)}`]),
    ];
  }

  /** Where a list holds something that the caller may not see, or lacks something that they may. */
  function misplaced({ lists }: Rule, actor: Actor, fixture: Fixture | null, expected: Verdict, answer: Answer): string[] {
    if (!lists || expected === 'refused') return [];
    const shown = all(answer.said);
    return scene.fixtures.flatMap((listed) => {
      if (listed.kind !== lists.kind || listed.whose === 'random') return [];
      const isAsked = fixture === null || (expected === 'let' && listed.companyId === fixture.companyId);
      const stands = shown.includes(listed.id) || (listed.mark !== null && shown.includes(listed.mark));
      if ((isAsked && lists.has(actor, listed)) === stands) return [];
      return [`the ${listed.kind} that is ${listed.whose} ${stands ? 'stands in it' : 'is missing'}`];
    });
  }

  /** One cell: @returns what is wrong with it */
  async function cell(subject: Subject, caller: Caller, fixture: Fixture | null, expected: Verdict): Promise<string[]> {
    const { name, rule } = subject;
    const what = `${name}, ${caller}, ${fixture?.whose ?? 'of nothing'}`;
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
      ...(expected === 'hidden' && fixture !== null && !isVisitor ? await tellable(subject, caller, fixture, answer) : []),
    ];
    return [...wrong.map((line) => `${what}: ${line}`), ...faults(what)];
  }

  /** All cells of an operation or route: first those that must change nothing, then what is let through. */
  async function cellsOf(subject: Subject, whole: boolean): Promise<readonly string[]> {
    const { name, rule, changes } = subject;
    const fixtures = rule.kind === null ? [null] : WHOSE.flatMap((whose) => thingOf(rule.kind as Kind, whose) ?? []);
    const cells = fixtures.flatMap((fixture) =>
      CALLERS.filter((caller) => isTaken(`${name} ${caller} ${fixture?.whose}`, whole)).map((caller) => ({
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
    if (tables.length > 0) wrong.push(`${name}: refused, and yet it changed ${tables.join()}`);
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
      // How many files somebody takes in an hour is counted in the log: no cell finds the limit used up by the others.
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
      for (const caller of CALLERS.filter((one) => one === 'visitor' || isTaken(`${method} ${url} ${one}`, false))) {
        count += 1;
        const what = `${method} ${url}, open to ${open}, ${caller}`;
        // Ends the session, or renews it: the next cell finds the browser as it was. Each from a network of its own, as limits are by network.
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
        const own = faults(what);
        wrong.push(...own);
        if (status >= 500 && codes[0] !== 'server.unexpected' && codes[0] !== 'payment.unavailable' && codes[0] !== 'feature.off')
          wrong.push(`${what}: ${status} ${codes.join()}`);
        visitor ??= { status, codes, said };
        if (!byAccount && all({ status, codes }) !== all({ status: visitor.status, codes: visitor.codes }))
          wrong.push(`${what}: ${status} ${codes.join()}, but a visitor gets ${visitor.status} ${visitor.codes.join()}`);
      }
      const tables = before ? changed(before, await kept()) : [];
      if (tables.length > 0) wrong.push(`${method} ${url}: without what opens it, it changed ${tables.join()}`);
      await keep(true);
      return wrong;
    },

    async nested({ kind, field, name }, rule) {
      const wrong: string[] = [];
      const mine = rule.kind === null ? null : thingOf(rule.kind, 'own');
      const primary = new Set(Object.keys(narrowedTo(rule, mine?.ids ?? {})).filter((id) => field.args.some((arg) => arg.name === id)));
      await keep(kind === 'query');
      for (const id of idNamesOf(field).filter((found) => !primary.has(found))) {
        const of = NAMED[id];
        const foreign = of && thingOf(of, 'otherCompany');
        if (!foreign) continue;
        for (const caller of ['admin', 'program'] as const) {
          const answerTo = async (value: string) => {
            count += 1;
            const { query, variables } = requestOf(kind, field, { ...narrowedTo(rule, mine?.ids ?? {}), [id]: value });
            const { status, codes, said } = await ask(caller, query, variables);
            return { status, codes, said };
          };
          const [theirs, unknown] = [await answerTo(foreign.id), await answerTo(newId())];
          wrong.push(...faults(`${name}, ${caller}, ${id}`));
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
        const { query, variables } = typedRequestOf(kind, field, (rule.kind && thingOf(rule.kind, 'own')?.ids) ?? {});
        await ask(caller, query, variables);
        wrong.push(...faults(`${name}, ${caller}, typed`));
      }
      await keep(true);
      return wrong;
    },

    async hostile({ kind, field, name }, rule) {
      const fixture = rule.kind === null ? undefined : thingOf(rule.kind, 'own');
      const caller = CALLERS.find(
        (one) => one !== 'visitor' && rule.expected(people[one].actor, fixture ?? (NOTHING as Fixture)) === 'let',
      );
      if (caller === undefined) return [`${name}: nobody may do it to what is their own`];
      await keep(kind === 'query');
      const wrong: string[] = [];
      for (const { path, value, request } of hostileInputsOf(kind, field, narrowedTo(rule, fixture?.ids ?? {}))) {
        const what = `${name}, ${path}: ${all(value).slice(0, 40)}`;
        if (!isTaken(what, false, part === 1 ? 1 : 2 * part)) continue;
        count += 1;
        const { status, codes, said } = await ask(caller, request.query, request.variables);
        wrong.push(...faults(what), ...misjudged(what, `${name}, ${path}` in NAMED_OTHERWISE ? null : path, { status, codes, said }));
      }
      await keep(true);
      return wrong;
    },

    async hostileBody(method, url, body) {
      await keep(false);
      const wrong: string[] = [];
      for (const caller of url.startsWith('/auth') ? (['visitor'] as const) : (['visitor', 'admin', 'doctor'] as const)) {
        const what = `${method} ${url}, ${caller}: ${all(body).slice(0, 60)}`;
        if (!isTaken(what, false, part === 1 ? 1 : 2 * part)) continue;
        count += 1;
        networks += 1;
        const { status, codes } = await send(caller, { method, url: addressOf(url, { token: 'A'.repeat(22) }), body, network: networks });
        wrong.push(...faults(what), ...(status >= 500 && !TAKEN_OR_AWAY.has(codes[0] ?? '') ? [`${what}: ${status} ${codes.join()}`] : []));
      }
      await keep(true);
      return wrong;
    },

    logged: () => logged,

    async record(type, rule, whole = part === 1) {
      const wrong = [...unstated(type, rule)];
      for (const whose of WHOSE) {
        const fixture = thingOf(rule.kind, whose);
        if (!fixture || !isTaken(`${type} ${whose}`, whole || whose === 'own', 2)) continue;
        const { query, variables } = readingOf(type, rule, fixture);
        let reference: Row | undefined;
        // The planner first: nearly everything that is there is shown to somebody of the provider.
        for (const caller of ['planner', 'admin', 'program', 'both', 'basic', 'doctor', 'visitor'] as const) {
          const { actor } = people[caller];
          const what = `${type}, ${caller}, ${whose}`;
          count += 1;
          const { data, codes } = await ask(caller, query, variables);
          const rows = rowsOf(data, rule, fixture);
          const reads = caller !== 'visitor' && rule.reads(actor, fixture);
          const [row] = rows;
          if (reads) reference ??= row;
          const told = `${codes.join()} ${all(rows.length > 0 ? rows : data).slice(0, 200)}`;
          const fields = row && reference ? misread(type, rule, { row, reference, actor, fixture, fixtures: scene.fixtures }) : [];
          const lines = reads ? readWrong(rule, row, told, codes, fields) : rows.map(() => `expected nothing, got ${told}`);
          wrong.push(...lines.map((line) => `${what}: ${line}`), ...faults(what));
        }
      }
      return wrong;
    },
  };
}

/** How a route ends that took what came, or that is not offered here. */
const TAKEN_OR_AWAY: ReadonlySet<string> = new Set(['server.unexpected', 'payment.unavailable', 'feature.off']);

/** What is wrong with the answer to a request with something hostile at `path`: `server.unexpected` is what keeps nothing of what was taken. */
function misjudged(what: string, path: string | null, { status, codes, said }: Answer): readonly string[] {
  const [code = 'answered'] = codes;
  if (status >= 500 && code !== 'server.unexpected') return [`${what}: ${status} ${code}`];
  if (code !== 'answered' && !(code in ERRORS)) return [`${what}: no code of the catalogue: ${code}`];
  const { issues = [] } = said as { readonly issues?: readonly [readonly FieldIssue[] | undefined, unknown][] };
  const named = issues.flatMap(([found = []]) => found);
  const last = path?.split('.').at(-1);
  if (last !== undefined && code === 'request.invalid' && !named.some((issue) => issue.path.split('.').includes(last)))
    return [`${what}: refused, and not at the field but at ${named.map((issue) => issue.path).join() || 'none'}`];
  return [];
}

const rowsOf = (data: unknown, { path, inside }: RecordRule, { id }: Fixture): readonly Row[] =>
  rowsAt(data, path).filter((row) => inside || row.id === id);

/** What is wrong with a record for somebody who reads it. */
function readWrong(
  { inside }: RecordRule,
  row: Row | undefined,
  told: string,
  codes: readonly string[],
  fields: readonly string[],
): string[] {
  // Inside of another one there may be none.
  if (!row) return inside ? [] : [`expected the record, got ${told}`];
  return [...(codes.length > 0 ? [`it came with ${codes.join()}`] : []), ...fields];
}

/** For rules that take no id: nothing that anybody owns. */
const NOTHING: Partial<Fixture> = { id: '', ids: {}, companyId: null, whose: 'random', exists: true };

/** Ids that are inside a request, by their names: whose they may be. */
const NAMED: Readonly<Record<string, Kind>> = {
  companyId: 'company',
  employeeId: 'employee',
  superiorId: 'superior',
  certificateId: 'certificate',
  documentId: 'document',
  photoId: 'document',
  parentCheckId: 'report',
  tellingId: 'telling',
};
