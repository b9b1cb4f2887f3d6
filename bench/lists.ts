import { CertificatesDocument } from '../apps/web/src/features/certificates/certificates.gql.ts';
import { ChecksDocument, ReportsDocument } from '../apps/web/src/features/checks/checks.gql.ts';
import { DashboardDocument } from '../apps/web/src/features/dashboard/dashboard.gql.ts';
import { EmployeesDocument } from '../apps/web/src/features/employees/employees.gql.ts';
import { DoctorsDocument, PlanningBoardDocument } from '../apps/web/src/features/planning/planning.gql.ts';
import { SearchEverythingDocument } from '../apps/web/src/features/shell/palette/palette.gql.ts';
import type { GraphqlDocument } from '../apps/web/src/lib/gql.ts';
import { headersOf } from './sign-in.ts';

const ROUNDS = 15;

type Operation = Pick<GraphqlDocument<unknown, unknown>, 'name' | 'source'>;
type Variables = Readonly<Record<string, unknown>>;
type Ask = (document: Operation, variables: Variables) => Promise<Answer>;

interface Answer {
  readonly milliseconds: number;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Listed {
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor: string | null };
}

/**
 * `npm run bench -- lists http://localhost:4100`: what a person waits for a list or a search of a server that runs, with the screens'
 * own questions. A row gives the median and the worst of 15 answers in milliseconds, the median as a multiple of the smallest
 * question there is, and how many rows were found.
 */
export async function lists(address = 'http://localhost:4100'): Promise<void> {
  for (const who of ['admin', 'superior', 'planner']) {
    const { ask, companyId } = await signIn(address, who);
    const smallest = await measured(() => ask({ name: 'Smallest', source: 'query Smallest{viewer{language}}' }, {}));
    process.stdout.write(`\n${who}: the smallest question takes ${smallest.median.toFixed(1)} ms\n`);
    for (const [name, document, variables] of who === 'planner' ? ofProvider() : await ofEmployer(ask, companyId, who === 'admin')) {
      const { median, worst, data } = await measured(() => ask(document, variables));
      const found = Object.values(data).flatMap((value) => (isListed(value) ? [value.totalCount] : []));
      process.stdout.write(
        `  ${name.padEnd(44)} ${median.toFixed(1).padStart(8)} ms ${worst.toFixed(1).padStart(8)} ms  ×${(median / smallest.median).toFixed(1).padEnd(6)} ${found.join('')}\n`,
      );
    }
  }
}

type Question = readonly [name: string, document: Operation, variables: Variables];

/** @param priced whether the person sees prices */
async function ofEmployer(ask: Ask, companyId: string, priced: boolean): Promise<readonly Question[]> {
  const page = { first: 25 };
  const filter = { companyId };
  const after = async (document: Operation) => {
    const listed = Object.values((await ask(document, { ...page, filter })).data).find(isListed);
    return { ...page, filter, after: listed?.pageInfo.endCursor ?? null };
  };
  const searched = (search: string) => ({ ...page, filter: { ...filter, search } });
  const sorted = (field: string) => ({ ...page, filter, sort: { field, direction: 'asc' } });
  const everything = (text: string) => ({ text, companyId, employees: true, certificates: true, doctors: false, companies: false });
  return [
    ['certificates', CertificatesDocument, { ...page, filter }],
    ['certificates, second page', CertificatesDocument, await after(CertificatesDocument)],
    ['certificates by name', CertificatesDocument, sorted('employeeLastName')],
    ['certificates by type', CertificatesDocument, sorted('certifType')],
    ['certificates by superior', CertificatesDocument, sorted('superior')],
    ['certificates, "p"', CertificatesDocument, searched('p')],
    ['certificates, "peeters"', CertificatesDocument, searched('peeters')],
    ['certificates, "peters", a typing error', CertificatesDocument, searched('peters')],
    ['certificates, "xyzzyx", nobody', CertificatesDocument, searched('xyzzyx')],
    [
      'certificates active today',
      CertificatesDocument,
      { ...page, filter: { ...filter, activeOn: new Date().toISOString().slice(0, 10) } },
    ],
    ['checks in progress', ChecksDocument, { ...page, filter }],
    ['checks in progress, "peters"', ChecksDocument, searched('peters')],
    ['reports', ReportsDocument, { ...page, filter }],
    ['reports by doctor', ReportsDocument, sorted('doctorFullName')],
    ['reports by new end date', ReportsDocument, sorted('newIncapacityEndDate')],
    ...(priced ? [['reports by price', ReportsDocument, sorted('companyTotalPrice')] as const] : []),
    ['reports, second page', ReportsDocument, await after(ReportsDocument)],
    ['reports, "peters"', ReportsDocument, searched('peters')],
    ['employees', EmployeesDocument, { ...page, filter }],
    ['employees, "peters"', EmployeesDocument, searched('peters')],
    ['search over everything, "pe"', SearchEverythingDocument, everything('pe')],
    ['search over everything, "jan peeters"', SearchEverythingDocument, everything('jan peeters')],
    ['dashboard, everything', DashboardDocument, { filter }],
  ] satisfies readonly Question[];
}

function ofProvider(): readonly Question[] {
  const page = { first: 25 };
  const pile = (status: string, rest: Variables = {}) => ({ ...page, filter: { status: [status], ...rest } });
  const everything = (text: string) => ({ text, employees: false, certificates: false, doctors: true, companies: true });
  return [
    ['board, requests that came in', PlanningBoardDocument, pile('Reception')],
    ['board, planned', PlanningBoardDocument, pile('WaitingForCheck')],
    ['board, "peters"', PlanningBoardDocument, pile('Planning', { search: 'peters' })],
    ['reports of all companies', ReportsDocument, page],
    ['reports of all companies, "peters"', ReportsDocument, { ...page, filter: { search: 'peters' } }],
    ['doctors', DoctorsDocument, page],
    ['search over everything, "peeters"', SearchEverythingDocument, everything('peeters')],
  ] satisfies readonly Question[];
}

/** Signs in as the screen does. */
async function signIn(address: string, name: string): Promise<{ ask: Ask; companyId: string }> {
  const headers = { 'content-type': 'application/json', ...(await headersOf(address, name)) };
  const ask: Ask = async ({ source }, variables) => {
    const started = performance.now();
    const response = await fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query: source, variables }) });
    const body = await response.text();
    const milliseconds = performance.now() - started;
    const { data, errors } = JSON.parse(body) as { data?: Answer['data']; errors?: readonly { message: string }[] };
    if (!data || errors) throw new Error(`${source.slice(0, 60)} …: ${JSON.stringify(errors ?? body)}`);
    return { milliseconds, data };
  };
  const { data } = await ask({ name: 'Own', source: 'query Own{viewer{companies{id}}}' }, {});
  const { viewer } = data as { readonly viewer: { readonly companies: readonly { readonly id: string }[] } };
  return { ask, companyId: viewer.companies[0]?.id ?? '' };
}

async function measured(work: () => Promise<Answer>): Promise<{ median: number; worst: number; data: Answer['data'] }> {
  const answers: Answer[] = [];
  for (let round = 0; round < ROUNDS; round += 1) answers.push(await work());
  const times = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return { median: times[Math.floor(ROUNDS / 2)] ?? 0, worst: times.at(-1) ?? 0, data: answers[0]?.data ?? {} };
}

function isListed(value: unknown): value is Listed {
  return typeof value === 'object' && value !== null && 'totalCount' in value && 'pageInfo' in value;
}
