import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../../apps/server/src/seed/names.ts';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { startServer } from '../../e2e/support/server.ts';
import { median } from '../support/median.ts';
import { headersOf } from '../support/sign-in.ts';

/** How often each request is sent for a record of another company and for one that does not exist. */
const ROUNDS = 150;
/** Rounds before these, which are not counted. */
const WARM_UP = 20;

interface Ids {
  readonly check: string;
  readonly certificate: string;
  readonly employee: string;
  readonly company: string;
  readonly document: string;
}
interface Question {
  readonly path: string;
  readonly body?: object;
}

const CANCEL = { reason: 'Back at work' };
const graphql = (query: string, variables: object): Question => ({ path: '/graphql', body: { query, variables } });

/** Requests of an administrator whose response must not reveal whether a record exists in another company. */
const QUESTIONS: Readonly<Record<string, (ids: Ids) => Question>> = {
  'a check': ({ check }) => graphql('query ($id: ID!) { check(id: $id) { id status } }', { id: check }),
  'the comments on a check': ({ check }) => graphql('query ($id: ID!) { checkComments(checkId: $id) { __typename } }', { id: check }),
  'a certificate': ({ certificate }) => graphql('query ($id: ID!) { certificate(id: $id) { id } }', { id: certificate }),
  'an employee': ({ employee }) => graphql('query ($id: ID!) { employee(id: $id) { id } }', { id: employee }),
  'a company': ({ company }) => graphql('query ($id: ID!) { company(id: $id) { id } }', { id: company }),
  'the invoices of a company': ({ company }) => graphql('query ($id: ID!) { invoices(companyId: $id) { id } }', { id: company }),
  'to cancel a check': ({ check }) =>
    graphql('mutation ($id: ID!, $input: CancelInput!) { cancelCheck(id: $id, version: 1, input: $input) { id } }', {
      id: check,
      input: CANCEL,
    }),
  'the file of a report': ({ check }) => ({ path: `/v1/api/checks/${check}/report.pdf` }),
  'an uploaded document': ({ company, document }) => ({ path: `/v1/api/companies/${company}/documents/${document}` }),
};

/**
 * `npm run bench -- foreign-records`: response times for records of other companies and for ids that do not exist, alternating in one run, so that
 * other load on the machine affects both (security.md, Z5). The column "noise" is the difference between two halves of the same kind.
 * @throws {Error} when the responses differ
 */
export async function foreignRecords(): Promise<void> {
  const server = await startServer();
  try {
    const headers = await headersOf(server.baseURL, 'admin');
    const admin = demoAccounts(COMPANIES).find(({ email }) => email.startsWith('admin@'))?.email;
    const foreign = await runAs<Ids>(
      server.databaseUrl,
      `select c.id as check, c."employeeId" as employee, c."companyId" as company,
         (select id from certificates where "companyId" = c."companyId" limit 1) as certificate,
         (select id from documents where "companyId" = c."companyId" limit 1) as document
       from checks c where not exists (select from company_users u join profiles p on p.id = u."profileId"
           where u."companyId" = c."companyId" and p."userName" = $1)
         and exists (select from certificates where "companyId" = c."companyId")
         and exists (select from documents where "companyId" = c."companyId") order by c.id limit 40`,
      [admin],
    );
    if (foreign.length < 10) throw new Error(`The demo has only ${foreign.length} checks of other companies.`);

    async function ask({ path, body }: Question): Promise<{ readonly ms: number; readonly answer: string }> {
      const started = performance.now();
      const response = await fetch(`${server.baseURL}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const ms = performance.now() - started;
      return { ms, answer: `${response.status} ${/"code":"([\w.]+)"/.exec(text)?.[1] ?? text.slice(0, 200)}` };
    }

    process.stdout.write(`${''.padEnd(28)}${'foreign'.padStart(10)}${'unknown'.padStart(10)}${'gap'.padStart(9)}${'noise'.padStart(9)}\n`);
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const times = { foreign: [] as number[], unknown: [] as number[] };
      const answers = new Set<string>();
      for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
        const ids = foreign[round % foreign.length] as Ids;
        const unknown: Ids = {
          check: randomUUID(),
          certificate: randomUUID(),
          employee: randomUUID(),
          company: randomUUID(),
          document: randomUUID(),
        };
        const pair = [
          ['foreign', ids],
          ['unknown', unknown],
        ] as const;
        for (const [kind, asked] of round % 2 === 0 ? pair : pair.toReversed()) {
          const { ms, answer } = await ask(question(asked));
          answers.add(answer);
          if (round >= WARM_UP) times[kind].push(ms);
        }
      }
      if (answers.size !== 1) throw new Error(`${name}: the responses differ for foreign and unknown records: ${[...answers].join(' | ')}`);
      const [one, other] = [median(times.foreign), median(times.unknown)];
      const half = (parity: number) => median(times.unknown.filter((_, index) => index % 2 === parity));
      const columns = [one, other, one - other, Math.abs(half(0) - half(1))].map((ms, index) =>
        `${ms.toFixed(2)} ms`.padStart(index < 2 ? 10 : 9),
      );
      process.stdout.write(`${name.padEnd(28)}${columns.join('')}   ${[...answers][0]}\n`);
    }
  } finally {
    await server.stop();
  }
}
