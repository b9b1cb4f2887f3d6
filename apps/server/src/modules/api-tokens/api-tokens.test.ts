import { randomBytes } from 'node:crypto';
import { API_TOKEN } from '@checkwell/domain/identity/api-token';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { PASSWORD } from '../../test/servers/identity-app.ts';
import { type SignedIn, serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const { owner } = database;
const app = await serverApp(database);
const { clock } = app;
const admin = await app.signedIn();
const stranger = await app.signedIn();

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}
interface Made {
  readonly token: string;
  readonly apiToken: { readonly id: string; readonly prefix: string; readonly state: string; readonly expiresAt: string };
}

const CREATE = `mutation ($companyId: ID!, $input: ApiTokenInput!) {
  createApiToken(companyId: $companyId, input: $input) { token apiToken { id prefix state expiresAt } } }`;
const LIST = `query ($companyId: ID!) { apiTokens(companyId: $companyId) {
  id name prefix accesType state createdByFullName lastUsedAt expiresAt revokedAt } }`;
const REVOKE = 'mutation ($companyId: ID!, $id: ID!) { revokeApiToken(companyId: $companyId, id: $id) { state } }';
const COMPANY = 'query ($id: ID!) { company(id: $id) { id } }';

const ask = async (who: SignedIn, query: string, variables: object): Promise<Answer> =>
  (await who.browser.send('POST', '/graphql', { query, variables })).json();

async function make(accesType: 'admin' | 'basic' = 'admin', expiresInDays = 30, who = admin): Promise<Made> {
  const { data } = await ask(who, CREATE, { companyId: who.companyId, input: { name: 'Payroll', accesType, expiresInDays } });
  return data?.createApiToken as Made;
}

const LAPTOP = '198.51.100.7';

/** What a program sees that sends this. */
async function send(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, ip = LAPTOP) {
  return app.http.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': ip,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
}
const query = async (token: string, text: string, variables: object): Promise<Answer> =>
  (await send(token, 'POST', '/graphql', { query: text, variables })).json();
const codeIn = ({ errors }: Answer): string | undefined => errors?.[0]?.extensions.code;
const statusOf = async (token: string, ip?: string): Promise<number> =>
  (await send(token, 'POST', '/graphql', { query: COMPANY, variables: { id: admin.companyId } }, ip)).statusCode;

describe('an API token', () => {
  it('is shown once, kept as a hash, and opens its own company by GraphQL and REST', async () => {
    const { token, apiToken } = await make('admin', 90);
    expect(token).toMatch(/^cwk_[\w-]{43}$/);
    expect(apiToken).toMatchObject({ prefix: token.slice(0, 12), state: 'active' });
    expect(Date.parse(apiToken.expiresAt) - clock.now().getTime()).toBe(90 * 86_400_000);
    const rows = await owner(`select t::text as row, p::text as profile from api_tokens t join profiles p on p.id = t."profileId"`);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token.slice(12));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));

    expect(await query(token, COMPANY, { id: admin.companyId })).toEqual({ data: { company: { id: admin.companyId } } });
    expect((await send(token, 'GET', `/v1/api/companies/${admin.companyId}/superiors`)).statusCode).toBe(200);
    const { data } = await ask(admin, LIST, { companyId: admin.companyId });
    expect(data?.apiTokens).toContainEqual(
      expect.objectContaining({ id: apiToken.id, name: 'Payroll', createdByFullName: 'An Peeters', lastUsedAt: clock.now().toISOString() }),
    );
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it('opens no other company, whatever it asks for', async () => {
    const { token } = await make();
    expect(codeIn(await query(token, COMPANY, { id: stranger.companyId }))).toBe('entity.notFound');
    expect((await send(token, 'GET', `/v1/api/companies/${stranger.companyId}/superiors`)).statusCode).toBe(404);
    const { data } = await query(token, '{ companies { nodes { id } } }', {});
    expect(data?.companies).toEqual({ nodes: [{ id: admin.companyId }] });
    // And nobody else's administrator reads or withdraws it.
    const made = await make();
    expect(codeIn(await ask(stranger, LIST, { companyId: admin.companyId }))).toBe('entity.notFound');
    expect(codeIn(await ask(stranger, REVOKE, { companyId: admin.companyId, id: made.apiToken.id }))).toBe('entity.notFound');
    expect(codeIn(await ask(stranger, REVOKE, { companyId: stranger.companyId, id: made.apiToken.id }))).toBe('entity.notFound');
    expect(await statusOf(made.token)).toBe(200);
  });

  it('opens nothing from the moment it is withdrawn, and again withdrawing changes nothing', async () => {
    const { token, apiToken } = await make();
    expect(await statusOf(token)).toBe(200);
    const key = { companyId: admin.companyId, id: apiToken.id };
    expect(await ask(admin, REVOKE, key)).toEqual({ data: { revokeApiToken: { state: 'revoked' } } });
    expect(await statusOf(token)).toBe(401);
    expect(await ask(admin, REVOKE, key)).toEqual({ data: { revokeApiToken: { state: 'revoked' } } });
    expect(await statusOf(token)).toBe(401);
  });

  it('is not what the database holds, nor a part of it, nor another one', async () => {
    const { token } = await make();
    const [row] = await owner<{ hash: string; id: string; subject: string }>(
      `select encode(t."tokenHash", 'hex') as hash, t.id, p.subject from api_tokens t join profiles p on p.id = t."profileId" order by t."createdAt" desc limit 1`,
    );
    const hash = Buffer.from(row?.hash ?? '', 'hex');
    for (const forged of [
      API_TOKEN.prefix + hash.toString('base64url'),
      API_TOKEN.prefix + row?.hash,
      API_TOKEN.prefix + row?.id,
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
      API_TOKEN.prefix,
      API_TOKEN.prefix + randomBytes(32).toString('base64url'),
      hash.toString('base64url'),
    ]) {
      expect(await statusOf(forged, '203.0.113.9'), forged).toBe(401);
    }
    expect(await statusOf(token)).toBe(200);
  });

  it('is answered with 429 after many wrong ones from one network; the right ones of others go on', async () => {
    const { token } = await make();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 40; attempt += 1) statuses.push(await statusOf(`${API_TOKEN.prefix}wrong${attempt}`, '192.0.2.77'));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.at(-1)).toBe(429);
    expect(await statusOf(token)).toBe(200);
  });

  it('signs nobody in', async () => {
    const { token, apiToken } = await make();
    const browser = app.browser();
    for (const [email, password] of [
      [`${apiToken.id}@api-token.invalid`, token],
      [`${apiToken.id}@api-token.invalid`, PASSWORD],
      [admin.email, token],
    ] as const) {
      expect((await browser.signIn(email, password)).statusCode).toBe(422);
    }
    expect((await browser.send('POST', '/auth/identify', { email: `${apiToken.id}@api-token.invalid` })).body).not.toContain('cwk_');
    expect(browser.token).toBe('');
    // Nor does it reach what people have for signing in.
    expect((await send(token, 'GET', '/auth/sessions')).statusCode).toBe(403);
    expect((await send(token, 'POST', '/auth/password', { current: PASSWORD, next: 'Kanaal-fiets-749' })).statusCode).toBe(403);
  });

  it('makes no token and no user, and has no profile to change: whoever steals it cannot stay', async () => {
    const { token, apiToken } = await make('admin');
    const { companyId } = admin;
    const input = { name: 'Second', accesType: 'basic', expiresInDays: 365 };
    for (const [text, variables] of [
      [CREATE, { companyId, input }],
      [LIST, { companyId }],
      [REVOKE, { companyId, id: apiToken.id }],
      ['query ($companyId: ID!) { users(filter: { companyId: $companyId }) { totalCount } }', { companyId }],
      ['mutation ($companyId: ID!, $id: ID!) { deleteUser(companyId: $companyId, id: $id) }', { companyId, id: admin.profileId }],
      [
        'mutation ($companyId: ID!, $id: ID!) { updateUserAccess(companyId: $companyId, id: $id, version: 1, accesType: basic) { id } }',
        { companyId, id: admin.profileId },
      ],
      [
        'mutation ($companyId: ID!, $input: UserInput!) { createUser(companyId: $companyId, input: $input) { id } }',
        {
          companyId,
          input: {
            firstName: 'A',
            lastName: 'B',
            email: 'a.b@example.be',
            phoneNumber: '+32470112233',
            accesType: 'admin',
            languages: ['nl'],
          },
        },
      ],
    ] as const) {
      expect(codeIn(await query(token, text, variables)), text).toBe('access.forbidden');
    }
    expect((await send(token, 'GET', '/v1/api/profiles')).statusCode).toBe(403);
    expect((await send(token, 'PUT', '/v1/api/profiles', { firstName: 'New' })).statusCode).toBe(403);
    const { data } = await query(token, '{ viewer { abilities companies { abilities } } }', {});
    const abilities = JSON.stringify(data);
    expect(abilities).toContain('check.order');
    for (const ability of ['user.read', 'user.write', 'apiToken.read', 'apiToken.write', 'profile.self']) {
      expect(abilities).not.toContain(ability);
    }
  });

  it('with basic access does no more than a basic user', async () => {
    const { token } = await make('basic');
    expect(await query(token, COMPANY, { id: admin.companyId })).toEqual({ data: { company: { id: admin.companyId } } });
    const input = {
      staffCount: 10,
      noCertificateOptOut: false,
      certificateTermDays: null,
      availabilityDays: null,
      availabilityFrom: null,
      availabilityTo: null,
      availabilityBasis: null,
    };
    const change = `mutation ($id: ID!, $input: WorkRulesInput!) { updateWorkRules(id: $id, version: 1, input: $input) { id } }`;
    expect(codeIn(await query(token, change, { id: admin.companyId, input }))).toBe('access.forbidden');
    const byPrice = '{ reports(sort: { field: companyTotalPrice, direction: asc }) { totalCount } }';
    expect(codeIn(await query(token, byPrice, {}))).toBe('access.forbidden');
    const figures = '{ dashboard(filter: {}) { figures { metric } } }';
    expect(JSON.stringify(await query(token, figures, {}))).toMatch(/^(?!.*costPerSavedDay).*noShowRate/);
    const { token: whole } = await make('admin');
    expect(codeIn(await query(whole, byPrice, {}))).toBeUndefined();
    expect(JSON.stringify(await query(whole, figures, {}))).toContain('costPerSavedDay');
  });

  it('is no user: lists leave it out, and it is no administrator that a company could be left with', async () => {
    const lonely = await app.signedIn();
    const { apiToken } = await make('admin', 365, lonely);
    const users = `query ($companyId: ID!) { users(filter: { companyId: $companyId }) { totalCount nodes { id } } }`;
    const { data } = await ask(lonely, users, { companyId: lonely.companyId });
    expect(data?.users).toEqual({ totalCount: 1, nodes: [{ id: lonely.profileId }] });
    const access = `mutation ($companyId: ID!, $id: ID!) { updateUserAccess(companyId: $companyId, id: $id, version: 1, accesType: basic) { id } }`;
    expect(codeIn(await ask(lonely, access, { companyId: lonely.companyId, id: lonely.profileId }))).toBe('user.lastAdmin');
    const [row] = await owner<{ profileId: string }>(`select "profileId" from api_tokens where id = '${apiToken.id}'`);
    const remove = 'mutation ($companyId: ID!, $id: ID!) { deleteUser(companyId: $companyId, id: $id) }';
    for (const text of [access, remove]) {
      expect(codeIn(await ask(lonely, text, { companyId: lonely.companyId, id: row?.profileId }))).toBe('entity.notFound');
    }
  });

  it('is for administrators alone to make, to see and to withdraw', async () => {
    const basic = await app.signedIn({ companyId: admin.companyId, accesType: 'basic' });
    const { apiToken } = await make();
    const { companyId } = admin;
    for (const [text, variables] of [
      [CREATE, { companyId, input: { name: 'Mine', accesType: 'basic', expiresInDays: 30 } }],
      [LIST, { companyId }],
      [REVOKE, { companyId, id: apiToken.id }],
    ] as const) {
      expect(codeIn(await ask(basic, text, variables)), text).toBe('access.forbidden');
    }
  });

  it('is logged: who made and withdrew it, and under its own name what it did', async () => {
    const { token, apiToken } = await make();
    await ask(admin, REVOKE, { companyId: admin.companyId, id: apiToken.id });
    const rows = await owner<{ action: string; profileId: string }>(
      `select action, "profileId" from access_log where "subjectId" = '${apiToken.id}' order by at, id`,
    );
    expect(rows).toEqual([
      { action: 'apiToken.create', profileId: admin.profileId },
      { action: 'apiToken.revoke', profileId: admin.profileId },
    ]);
    expect(token).toMatch(/^cwk_/);

    const second = await make();
    const created = await query(
      second.token,
      'mutation ($companyId: ID!, $input: CostCentreInput!) { createCostCentre(companyId: $companyId, input: $input) { id } }',
      { companyId: admin.companyId, input: { code: 'API', name: 'By a program', active: true, purchaseOrder: '' } },
    );
    const costCentre = created.data?.createCostCentre as { id: string } | undefined;
    const [entry] = await owner<{ name: string; actorRole: string }>(
      `select p."firstName" as name, l."actorRole" from access_log l join profiles p on p.id = l."profileId" where l."subjectId" = '${costCentre?.id}'`,
    );
    expect(entry).toEqual({ name: 'Payroll', actorRole: 'employerAdmin' });
  });

  // The last one: what this server notes about wrong tokens would affect the tests after it.
  it('opens nothing from the moment its time is over', async () => {
    const hasty = await serverApp(database);
    const { token, apiToken } = await make('admin', 30);
    const asked = () =>
      hasty.http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ query: COMPANY, variables: { id: admin.companyId } }),
      });
    hasty.clock.set(new Date(Date.parse(apiToken.expiresAt) - 1).toISOString());
    expect((await asked()).statusCode).toBe(200);
    hasty.clock.set(apiToken.expiresAt);
    expect((await asked()).statusCode).toBe(401);
  });
});
