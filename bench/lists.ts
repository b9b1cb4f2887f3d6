import { DASHBOARD, type Operation, ofEmployer, ofProvider, type Question, type Variables } from './list-questions.ts';
import { headersOf } from './support/sign-in.ts';

/** How often each query is sent. */
const ROUNDS = 5;
/** Slower queries get a line of their own. */
const SLOW_MS = 200;
/** Time between sign-ins; tokens expire after ten minutes. */
const SIGNED_IN_MS = 5 * 60_000;

type Ask = (document: Operation, variables: Variables) => Promise<{ readonly milliseconds: number; readonly data: Variables }>;

/**
 * `npm run bench -- lists http://localhost:4100`: response times of lists and searches of a running server, with the screens' own queries: each
 * sort, filter and search, and the second page. A line shows for each group the number of queries, the median of their medians, and the slowest;
 * queries that take longer than 200 ms have a line of their own above.
 * @param part words such as `superior reports`: only groups whose name, with that of the user, contains all of them
 */
export async function lists(address = 'http://localhost:4100', ...part: string[]): Promise<void> {
  for (const { who, of } of ASKERS) {
    const { ask, companies } = await signIn(address, who);
    for (const { title, list } of of(companies)) {
      const wanted = list.filter(([group]) => part.every((word) => `${title} ${group}`.includes(word)));
      if (wanted.length > 0) await measureAll(title, wanted, ask);
    }
  }
}

interface Company {
  readonly id: string;
  readonly superiorId: string | null;
}

const ASKERS: readonly {
  readonly who: string;
  readonly of: (companies: readonly Company[]) => readonly { readonly title: string; readonly list: readonly Question[] }[];
}[] = [
  {
    who: 'admin',
    of: ([first]) => [
      {
        title: 'an administrator, of one company',
        list: ofEmployer({ companyId: first?.id ?? null, superiorId: first?.superiorId ?? null, priced: true }),
      },
      // Lists show one company at a time; the dashboard adds up several.
      {
        title: 'an administrator, of both companies',
        list: ofEmployer({ companyId: null, superiorId: null, priced: true }).filter(([group]) => group === DASHBOARD),
      },
    ],
  },
  {
    who: 'basic',
    of: ([first]) => [
      { title: 'a superior, of the team', list: ofEmployer({ companyId: first?.id ?? null, superiorId: null, priced: false }) },
    ],
  },
  { who: 'planner', of: () => [{ title: 'the provider, of all companies', list: ofProvider() }] },
];

interface Measured {
  readonly name: string;
  readonly median: number;
  readonly worst: number;
  /** The last response. */
  readonly data: Variables;
}

async function measured(name: string, work: () => ReturnType<Ask>): Promise<Measured> {
  const times: number[] = [];
  let data: Variables = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await work();
    times.push(answer.milliseconds);
    ({ data } = answer);
  }
  times.sort((a, b) => a - b);
  return { name, median: times[Math.floor(ROUNDS / 2)] ?? 0, worst: times.at(-1) ?? 0, data };
}

const isListed = (value: unknown): value is { readonly pageInfo: { readonly endCursor: string | null } } =>
  typeof value === 'object' && value !== null && 'pageInfo' in value;

async function measureAll(title: string, questions: readonly Question[], ask: Ask): Promise<void> {
  process.stdout.write(`\n${title}\n`);
  const groups = new Map<string, Measured[]>();
  for (const question of questions) {
    const [group] = question;
    try {
      const pages = await bothPages(question, ask);
      groups.set(group, [...(groups.get(group) ?? []), ...pages]);
      for (const slow of pages.filter(({ median }) => median > SLOW_MS))
        process.stdout.write(`    slow: ${group}, ${slow.name}: ${inMilliseconds(slow.median)}, at worst ${inMilliseconds(slow.worst)}\n`);
    } catch (error) {
      // A query that fails does not stop the others.
      process.stdout.write(`    FAILED: ${group}, ${question[1]}: ${String(error)}\n`);
      process.exitCode = 1;
    }
  }
  for (const [group, of] of groups) {
    const sorted = of.toSorted((a, b) => a.median - b.median);
    const middle = sorted[Math.floor(sorted.length / 2)];
    const slowest = sorted.at(-1);
    process.stdout.write(
      `  ${group.padEnd(44)} ${String(of.length).padStart(3)} queries ${inMilliseconds(middle?.median ?? 0)}, slowest ${inMilliseconds(slowest?.median ?? 0)} (${slowest?.name ?? ''})\n`,
    );
  }
}

/** Measures the first page, and the second one if there is one. */
async function bothPages([, name, document, variables]: Question, ask: Ask): Promise<readonly Measured[]> {
  const first = await measured(name, () => ask(document, variables));
  const after = Object.values(first.data).find(isListed)?.pageInfo.endCursor;
  return after ? [first, await measured(`${name}, second page`, () => ask(document, { ...variables, after }))] : [first];
}

const inMilliseconds = (time: number): string => `${time.toFixed(0)} ms`;

/** Signs in as the screen does. */
async function signIn(address: string, name: string): Promise<{ ask: Ask; companies: readonly Company[] }> {
  let headers = await headersOf(address, name);
  let signedIn = performance.now();
  const ask: Ask = async ({ source }, variables) => {
    if (performance.now() - signedIn > SIGNED_IN_MS) {
      headers = await headersOf(address, name);
      signedIn = performance.now();
    }
    const started = performance.now();
    const response = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: source, variables }),
    });
    const body = await response.text();
    const milliseconds = performance.now() - started;
    const { data, errors } = JSON.parse(body) as { data?: Variables; errors?: readonly { message: string }[] };
    if (!data || errors) throw new Error(`${source.slice(0, 60)} … ${JSON.stringify(variables)}: ${JSON.stringify(errors ?? body)}`);
    return { milliseconds, data };
  };
  const own = await ask({ name: 'Own', source: 'query Own{viewer{companies{id}}}' }, {});
  const { viewer } = own.data as { readonly viewer: { readonly companies: readonly { readonly id: string }[] } };
  const companies: Company[] = [];
  for (const { id } of viewer.companies) {
    const led = await ask(
      { name: 'Led', source: 'query Led($companyId:ID!){superiors(companyId:$companyId,first:1){nodes{id}}}' },
      { companyId: id },
    );
    const { superiors } = led.data as { readonly superiors: { readonly nodes: readonly { readonly id: string }[] } };
    companies.push({ id, superiorId: superiors.nodes[0]?.id ?? null });
  }
  return { ask, companies };
}
