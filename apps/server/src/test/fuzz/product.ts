import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEMO_PASSWORD } from '../../seed/accounts.ts';
import { smallWebBuild } from '../servers/web-build.ts';
import type { Target } from './fuzz.ts';
import type { Pool, Role } from './generate.ts';
import type { HeldMemory } from './heap-reporter.ts';
import type { Credentials, Sender } from './send.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const HEAP_REPORTER = new URL('heap-reporter.ts', import.meta.url).href;
const READY = /Checkwell is ready: (\S+)\n/;
const ACCOUNTS: Readonly<Partial<Record<Role, string>>> = {
  admin: 'admin@demo.checkwell.example',
  basic: 'basic@demo.checkwell.example',
  planner: 'planner@demo.checkwell.example',
  doctor: 'doctor@demo.checkwell.example',
};

/** The product as a person starts it, with its database and the demo, in a folder of its own. */
export interface Product extends Target {
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** @param folder empty: database, files and secrets come there */
export async function startProduct(folder: string): Promise<Product> {
  const child = spawn(process.execPath, ['--import', HEAP_REPORTER, MAIN], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      PORT: '0',
      DATA_DIR: folder,
      // Requests go to the server only, not to the pages.
      WEB_DIR: smallWebBuild(folder),
      // The client sets its own address: limits by network would end a run after some minutes.
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // Client and server share the machine: a slow answer is no fault here.
      DATABASE_TIMEOUT_MS: '30000',
    },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = Promise.withResolvers<string>();
  let ended: string | null = null;
  let output = '';
  let waiting: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) throw new Error('The output of the product is not read.');
    let rest = '';
    stream.setEncoding('utf8').on('data', (part: string) => {
      output = (output + part).slice(-5000);
      const address = READY.exec(output)?.[1];
      if (address !== undefined) ready.resolve(address);
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      waiting.push(...lines.filter(isLoggedError));
    });
  }
  child.once('exit', (code, signal) => {
    ended = `code ${code}, signal ${signal}: ${output}`;
    ready.reject(new Error(ended));
  });
  const origin = (await ready.promise).replace('localhost', '127.0.0.1');

  return {
    child,
    origin,
    ended: () => ended,
    takeLoggedErrors() {
      const lines = waiting;
      waiting = [];
      return lines;
    },
    memory: () => memoryOf(child.pid),
    held: () =>
      Promise.race([
        exited.then(() => null),
        new Promise<HeldMemory>((resolve) => {
          child.once('message', (held) => resolve(held as HeldMemory));
          child.send('held');
        }),
      ]),
    signIn: async (role, sender) => signIn(role, sender),
    pool: (sender, people) => poolOf(sender, people.get('planner'), people.get('admin')),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Lines of the log at the level of errors, and what Node itself writes when something was left unhandled. */
function isLoggedError(line: string): boolean {
  const level = /"level":(\d+|"\w+")/.exec(line)?.[1];
  if (level !== undefined) return Number(level) >= 50 || level === '"error"' || level === '"fatal"';
  return /unhandled|uncaught|MaxListenersExceeded|heap out of memory|\(node:\d+\) (?!ExperimentalWarning)\w*Warning/i.test(line);
}

/** Of the process, as the kernel counts it. */
function memoryOf(pid: number | undefined): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}

const plain = { role: 'visitor', cutAt: null } as const;
/** Cookies of known devices: these are exempt from the sign-in limits that other clients trigger. */
const devices = new Map<Role, Map<string, string>>();

async function signIn(role: Role, sender: Sender): Promise<Credentials | null> {
  const email = ACCOUNTS[role];
  if (email === undefined) return {};
  const jar = devices.get(role) ?? new Map<string, string>();
  devices.set(role, jar);
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ');
  const outcome = await sender.send(
    {
      ...plain,
      method: 'POST',
      path: '/auth/sign-in',
      headers: {
        'content-type': 'application/json',
        cookie: cookie(),
        'x-forwarded-for': `192.0.2.${Object.keys(ACCOUNTS).indexOf(role) + 1}`,
      },
      body: Buffer.from(JSON.stringify({ email, password: DEMO_PASSWORD })),
    },
    {},
  );
  if (outcome.kind !== 'answer' || outcome.status !== 200) return null;
  for (const line of outcome.cookies) {
    const [pair = ''] = line.split(';');
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  return { authorization: `Bearer ${jar.get('__Host-accessToken') ?? ''}`, cookie: cookie() };
}

interface Found {
  readonly [kind: string]:
    | { readonly nodes: readonly Readonly<Record<string, string | null>>[] }
    | readonly Readonly<Record<string, string>>[];
}

/** Ids of records that planners and administrators see, by the names of arguments that take them. */
async function poolOf(sender: Sender, planner: Credentials | undefined, admin: Credentials | undefined): Promise<Pool> {
  const found = await query(
    sender,
    planner,
    `{ checks(first: 60) { nodes { id companyId employeeId certificateId superiorId doctorId } } reports(first: 40) { nodes { id companyId } }
       certificates(first: 40) { nodes { id companyId employeeId superiorId } } doctors(first: 30) { nodes { id } } signUps(first: 10) { nodes { id } }
       mails(first: 20) { nodes { id } } companies(first: 12) { nodes { id } } }`,
  );
  const own = await query(
    sender,
    admin,
    '{ checks(first: 60) { nodes { id companyId employeeId certificateId superiorId } } reports(first: 40) { nodes { id companyId } } employees(first: 40) { nodes { id companyId superiorId } } }',
  );
  const ids = (kind: string, name: string): string[] =>
    [found, own].flatMap((one) => {
      const list = one[kind];
      const nodes = list && 'nodes' in list ? list.nodes : [];
      return nodes.flatMap((node) => node[name] ?? []);
    });
  const checks = [...ids('checks', 'id'), ...ids('reports', 'id')];
  const pool = {
    checkId: checks,
    parentCheckId: ids('reports', 'id'),
    companyId: [...ids('companies', 'id'), ...ids('employees', 'companyId')],
    employeeId: [...ids('employees', 'id'), ...ids('checks', 'employeeId')],
    certificateId: ids('certificates', 'id'),
    superiorId: [...ids('certificates', 'superiorId'), ...ids('employees', 'superiorId')],
    doctorId: ids('doctors', 'id'),
    mailId: ids('mails', 'id'),
    signUpId: ids('signUps', 'id'),
  };
  const sorted = Object.fromEntries(Object.entries(pool).map(([name, values]) => [name, [...new Set(values)].toSorted()]));
  return { ...sorted, id: Object.values(sorted).flat() };
}

async function query(sender: Sender, credentials: Credentials | undefined, text: string): Promise<Found> {
  const outcome = await sender.send(
    {
      ...plain,
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ query: text })),
    },
    credentials ?? {},
  );
  if (outcome.kind !== 'answer') return {};
  try {
    return (JSON.parse(outcome.body) as { data?: Found }).data ?? {};
  } catch {
    return {};
  }
}
