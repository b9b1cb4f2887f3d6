import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostGraphile {
  readonly address: string;
  readonly pid: number;
  stop(): void;
}

/** Exact version, so that runs are comparable. */
const PACKAGES = { postgraphile: '5.1.5' };

/**
 * Set up as its documentation says for production. Sorts and conditions on all columns are enabled, because PostGraphile does not recognize
 * our multi-column indexes.
 */
const SERVER = `
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
const [connectionString] = process.argv.slice(2);
const server = createServer();
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString, schemas: ['public'], pubsub: false })],
  grafast: { explain: false },
  grafserv: { graphiql: false, watch: false },
});
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => process.stdout.write('http://127.0.0.1:' + server.address().port + '\\n'));
`;

/** Installs PostGraphile in a temporary folder, if it is missing, and starts it as the owner of the database: without row-level security. */
export async function startPostGraphile(databaseUrl: string): Promise<PostGraphile> {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES });
  const digest = createHash('sha256')
    .update(manifest + SERVER)
    .digest('hex');
  const folder = join(tmpdir(), `checkwell-bench-postgraphile-${digest.slice(0, 12)}`);
  const main = join(folder, 'main.js');
  if (!existsSync(main)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), manifest);
    process.stdout.write('Installing PostGraphile\n');
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
    if (spawnSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
      throw new Error('npm could not install PostGraphile.');
    writeFileSync(main, SERVER);
  }
  const child = spawn(process.execPath, [main, databaseUrl], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
    child.once('exit', (code) => reject(new Error(`PostGraphile ended with ${code}.`)));
  });
  return { address, pid: child.pid ?? 0, stop: () => void child.kill('SIGTERM') };
}

/**
 * The first page of a list in PostGraphile without extensions: the same columns, company and sort, but without the count of rows, which it
 * cannot limit to a thousand, and with former employees, which it cannot filter out. The list of checks is missing: it cannot filter by "not
 * archived", and without that no index fits.
 */
const LISTS = {
  reports: {
    of: 'allChecks',
    condition: ', status: Archived',
    orderBy: '[REPORT_DATE_DESC, ROW_ID_DESC]',
    nodes: `rowId companyId version status workerFullName workerExternalId incapacityStartDate incapacityEndDate checkTiming checkLocation
      checkDate doctorFullName companyByCompanyId { name } superiorByCompanyIdAndSuperiorId { superiorFullName } checkOccurence nonOperableReason commentReview earlyReturn checkTime archivedAt newIncapacityEndDate companyTotalPrice`,
  },
  certificates: {
    of: 'allCertificates',
    condition: '',
    orderBy: '[START_DATE_DESC, ROW_ID_DESC]',
    nodes: `rowId companyId createdAt startDate endDate incapacityReason entryType certifType isCheckRequestLaunched source
      employeeByCompanyIdAndEmployeeId { employeeMatricule employeeFirstName employeeLastName } companyByCompanyId { name }
      superiorByCompanyIdAndSuperiorId { rowId superiorFullName email }`,
  },
  employees: {
    of: 'allEmployees',
    condition: '',
    orderBy: '[NAME_ORDER_ASC, ROW_ID_ASC]',
    nodes: `rowId employeeMatricule employeeFirstName employeeLastName employeeLanguage employeePhoneNumber function leftAt version
      superiorByCompanyIdAndSuperiorId { rowId superiorFullName email }`,
  },
} as const;

/** The body of the request. @returns undefined for a list that PostGraphile cannot query */
export function postGraphileQuestion(name: string, companyId: string, pageSize: number): string | undefined {
  const list = name in LISTS ? LISTS[name as keyof typeof LISTS] : undefined;
  if (!list) return undefined;
  const { of, condition, orderBy, nodes } = list;
  const query = `{ ${of}(first: ${pageSize}, condition: { companyId: "${companyId}"${condition} }, orderBy: ${orderBy}) { pageInfo { hasNextPage } nodes { ${nodes} } } }`;
  return JSON.stringify({ query });
}
