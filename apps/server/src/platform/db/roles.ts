import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { deriveSecret } from '../../config/secrets.ts';
import type { Config } from '../../config.ts';

/** The API's login: owns nothing, bypasses nothing; row-level security decides what it sees. */
export const API_ROLE = 'checkwell_api';
/** The embedded identity issuer's login: owns the schema `auth`, sees nothing else. */
export const AUTH_ROLE = 'checkwell_auth';

/** The database of the product in the embedded server; with DATABASE_URL, its address says which. */
export const DATABASE_NAME = 'checkwell';

export type LoginRole = typeof API_ROLE | typeof AUTH_ROLE;

/** Settings of the logins: what a request may cost the server at most. */
const ROLE_SETTINGS: Readonly<Record<LoginRole, Readonly<Record<string, string>>>> = {
  [API_ROLE]: {
    statement_timeout: '60s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '60s',
    // A query whose client has gone ends, instead of holding its locks to the end.
    client_connection_check_interval: '1s',
  },
  [AUTH_ROLE]: {
    search_path: 'auth',
    statement_timeout: '10s',
    lock_timeout: '5s',
    idle_in_transaction_session_timeout: '10s',
    client_connection_check_interval: '1s',
  },
};

/** The password of a login: known to every process that knows APP_SECRET, stored nowhere in the clear. */
export function rolePassword(config: Pick<Config, 'appSecret'>, role: LoginRole): string {
  return deriveSecret(config, `postgres role ${role}`).toString('base64url');
}

/**
 * Passwords of the role, derived from the present secret and from former ones: one process may change the password while others still run with the
 * other.
 */
const rolePasswords = (secrets: Pick<Config, 'appSecret' | 'formerSecrets'>, role: LoginRole): readonly [string, ...string[]] => [
  rolePassword(secrets, role),
  ...secrets.formerSecrets.map((appSecret) => rolePassword({ appSecret }, role)),
];

/** The same database with another login. */
export function urlFor(ownerUrl: string, role: LoginRole, password: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

/** A login of this installation, with each password that may count: the first one is that of the secret that counts. */
export function urlsFor(
  ownerUrl: string,
  role: LoginRole,
  secrets: Pick<Config, 'appSecret' | 'formerSecrets'>,
): readonly [string, ...string[]] {
  const [first, ...others] = rolePasswords(secrets, role);
  return [urlFor(ownerUrl, role, first), ...others.map((password) => urlFor(ownerUrl, role, password))];
}

/**
 * Makes the two login roles, the schema `auth` and the walls between them; changes only what differs.
 * Roles belong to the whole cluster, so that several databases may do this at the same moment.
 */
export async function ensureRoles(owner: Client, ownerUrl: string, config: Pick<Config, 'appSecret'>): Promise<void> {
  for (const role of [API_ROLE, AUTH_ROLE] as const) {
    await despiteOthers(() => ensureRole(owner, ownerUrl, role, rolePassword(config, role)));
  }
  const { rows } = await owner.query<{ database: string; isPublic: boolean; actsForAuth: boolean; hasAuth: boolean }>(`
    select current_database() as database,
           exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a where d.datname = current_database() and a.grantee = 0)
             or exists (select from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a where n.nspname = 'public' and a.grantee = 0)
             as "isPublic",
           pg_has_role(current_user, '${AUTH_ROLE}', 'set') and pg_has_role(current_user, '${AUTH_ROLE}', 'usage') as "actsForAuth",
           to_regnamespace('auth') is not null as "hasAuth"`);
  const state = rows[0];
  if (!state) return;
  if (state.isPublic) {
    const database = escapeIdentifier(state.database);
    await owner.query(`
      revoke all on schema public from public;
      revoke all on database ${database} from public;
      grant connect on database ${database} to ${API_ROLE}, ${AUTH_ROLE}`);
  }
  // An owner that is no superuser must be a member of a role before it can hand a schema to it, and have its rights to change its tables later.
  if (!state.actsForAuth) await despiteOthers(() => owner.query(`grant ${AUTH_ROLE} to current_user with set true, inherit true`));
  if (!state.hasAuth) await owner.query(`create schema if not exists auth authorization ${AUTH_ROLE}`);
}

async function ensureRole(owner: Client, ownerUrl: string, role: LoginRole, password: string): Promise<void> {
  const wanted = Object.entries(ROLE_SETTINGS[role]);
  const { rows } = await owner.query<{ safe: boolean; settings: string[] }>(
    'select rolcanlogin and not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication) as safe, coalesce(rolconfig, array[]::text[]) as settings from pg_roles where rolname = $1',
    [role],
  );
  const attributes = 'login nosuperuser nobypassrls nocreaterole nocreatedb noreplication';
  if (!rows[0]) await owner.query(`create role ${role} login nocreaterole nocreatedb password ${escapeLiteral(scramVerifier(password))}`);
  else if (!rows[0].safe) await owner.query(`alter role ${role} ${attributes}`);
  for (const [name, value] of wanted) {
    if (!rows[0]?.settings.includes(`${name}=${value}`)) await owner.query(`alter role ${role} set ${name} = ${escapeLiteral(value)}`);
  }
  if (rows[0] && !(await accepts(urlFor(ownerUrl, role, password)))) {
    await owner.query(`alter role ${role} password ${escapeLiteral(scramVerifier(password))}`);
  }
}

/** Whether the password opens the login: asking costs less than a write to the cluster's catalog at each start. */
async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '28P01') return false;
    if (error instanceof DatabaseError) return true; // the password was accepted, something else was not
    throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** PostgreSQL's stored form of a password (RFC 5803), computed here so that the password itself is in no statement and no log. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}

/** Two databases of one cluster that set up the same role get in each other's way: the loser looks again. */
async function despiteOthers<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const collided =
        error instanceof DatabaseError &&
        (error.code === '42710' || error.code === '23505' || /tuple concurrently (updated|deleted)/.test(error.message));
      if (!collided || attempt === 10) throw error;
      await sleep(20 * attempt);
    }
  }
}
