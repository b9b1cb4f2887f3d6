import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXPORT } from '@checkwell/domain/constants';
import { describe, expect, test } from 'vitest';
import { recordBy } from '../../platform/trace.ts';
import { cleanUp } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const app = await serverApp(database);
const admin = await app.signedIn();
const get = (path: string) => admin.browser.send('GET', `/v1/api/exports/${path}`);

/** Enough that no buffer on the way holds all of it. */
async function manyEmployees(rows: number): Promise<void> {
  await database.owner(
    `insert into employees ("companyId", id, "employeeMatricule", "employeeFirstName", "employeeLastName", "employeeLanguage", "employeeGender",
       "employeePhoneNumber", "employeeAddress", "searchText")
     select $1, gen_random_uuid(), 'M' || n, 'An', 'Peeters', 'NL', 'Female', '+3221234567', md5(n::text) || repeat(' x', 100), 'an peeters'
     from generate_series(1, $2::integer) n`,
    [admin.companyId, rows],
  );
}

const inTransaction = () =>
  database.owner(
    `select state from pg_stat_activity where application_name = 'checkwell snapshots' and state <> 'idle' and datname = current_database()`,
  );

describe('exports over HTTP', () => {
  test.each([
    ['certificates.csv', 'certificats', 'text/csv; charset=utf-8; header=present'],
    ['certificates.excel.csv', 'certificats', 'text/csv; charset=utf-8; header=present'],
    ['certificates.xlsx', 'certificats', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['reports.csv', 'rapports-de-controle', 'text/csv; charset=utf-8; header=present'],
    ['reports.xlsx', 'rapports-de-controle', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['employees.csv', 'travailleurs', 'text/csv; charset=utf-8; header=present'],
    ['employees.xlsx', 'travailleurs', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('%s is a download with a name in the language of its reader', async (path, name, type) => {
    const { statusCode, headers, rawPayload } = await get(`${path}?language=fr&companyId=${admin.companyId}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const fileName = `checkwell-${name}-acme-2026-03-02.${path.split('.').at(-1)}`;
    const disposition = String(headers['content-disposition']);
    expect(disposition).toMatch(/^attachment;/);
    expect(decodeURIComponent(disposition)).toContain(fileName);
    expect(rawPayload.length).toBeGreaterThan(100);
  });

  test('a repeatable filter may be once or several times', async () => {
    for (const query of ['checkOccurence=NoShow', 'checkOccurence=NoShow&checkOccurence=Yes'])
      expect((await get(`reports.csv?${query}`)).statusCode).toBe(200);
    const refused = await get('reports.csv?checkOccurence=NoShow&checkOccurence=x');
    expect(refused.statusCode).toBe(422);
    expect(refused.json().error).toMatchObject({ code: 'request.invalid', issues: [{ path: 'checkOccurence.1' }] });
  });

  test('a planner narrows the reports by the review of comments, by one state of it or several', async () => {
    const planner = await app.signedIn({ kind: 'planner' });
    for (const query of ['commentReview=Waiting', 'commentReview=Waiting&commentReview=Withheld'])
      expect((await planner.browser.send('GET', `/v1/api/exports/reports.csv?${query}`)).statusCode, query).toBe(200);
  });

  test('reports are sorted by what their list has, and by nothing else instead', async () => {
    expect((await get('reports.csv?sort=checkOccurence')).statusCode).toBe(200);
    for (const field of ['superiorFullName', 'checkLocation', 'status', 'appointmentStart']) {
      const refused = await get(`reports.csv?sort=${field}`);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().error).toMatchObject({ code: 'request.invalid', issues: [{ path: 'sort' }] });
    }
  });

  test('too many are 429 with the time to wait, in words of the catalogue', async () => {
    const eager = await app.signedIn();
    const ask = () => eager.browser.send('GET', '/v1/api/exports/employees.csv');
    for (let n = 0; n < 30; n += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect(refused.json().error).toMatchObject({ code: 'export.tooMany', params: { max: 30 } });
  });

  test('as many count when the caller names one trace for all of them', async () => {
    const step = { id: '00f067aa0ba902b7', set: () => undefined, fail: () => undefined, end: () => undefined };
    recordBy({ begin: () => step }); // the trace of a caller counts only where traces are recorded
    cleanUp(() => recordBy(null));
    const eager = await app.signedIn();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const ask = () => eager.browser.send('GET', '/v1/api/exports/employees.csv', undefined, { traceparent });
    for (let n = 0; n < EXPORT.perHour; n += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.headers['x-trace-id']).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(refused.statusCode).toBe(429);
  });

  test('all of them are in the OpenAPI document, with their filters', async () => {
    const { paths } = (await admin.browser.send('GET', '/v1/api/openapi.json')).json();
    for (const path of ['certificates.csv', 'certificates.xlsx', 'reports.csv', 'reports.xlsx', 'employees.csv', 'employees.xlsx']) {
      const names = paths[`/v1/api/exports/${path}`].get.parameters.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(['companyId', 'superiorId', 'search', 'sort', 'direction', 'language']));
    }
  });

  test('who leaves in the middle frees the database', async () => {
    await manyEmployees(30_000);
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
    expect(address).toContain(String((app.http.server.address() as AddressInfo).port));
    const request = httpRequest(`${address}/v1/api/exports/employees.csv`, {
      headers: {
        authorization: `Bearer ${admin.browser.token}`,
        cookie: [...admin.browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
    });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    await once(response, 'readable');
    expect(await inTransaction()).toHaveLength(1);
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.destroy();
    await expect.poll(inTransaction).toEqual([]);
    // And the slot is free for the next ones.
    for (let n = 0; n < 4; n += 1) expect((await get('certificates.csv')).statusCode).toBe(200);
  });
});
