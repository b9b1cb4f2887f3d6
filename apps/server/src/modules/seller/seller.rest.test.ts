import { SELLER_LOGO_PATH, SELLER_PATH } from '@checkwell/domain/invoice/seller';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { serverApp } from '../../test/servers/server-app.ts';

const database = await testDatabase();
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('anybody may read who sells, and nobody its account; the OpenAPI document says how', async () => {
  const { http } = await serverApp(database);
  const answer = await http.inject(SELLER_PATH);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('public, max-age=300');
  expect(answer.json()).toMatchObject({ name: 'Checkwell (demo)', legalForm: 'BV', court: 'Brussel', logoPath: null });
  expect(answer.json().written.fr).toEqual({
    identity: 'Checkwell (demo) SRL · Wetstraat 16, 1000 Brussel · TVA BE 0123.456.749 · RPM Bruxelles',
    phone: '+32 2 000 00 00',
  });
  expect(answer.body).not.toMatch(/BE68|GKCC/);
  expect((await http.inject(SELLER_LOGO_PATH)).statusCode).toBe(404);
  const { paths } = (await http.inject('/v1/api/openapi.json')).json();
  expect(paths[SELLER_PATH].get.responses['200'].content['application/json'].schema.required).toContain('companyNumber');
  expect(paths['/v1/api/one-shot-checks'].get.summary).toMatch(/One Shot/);
});

test('its logo is a picture that everybody may see', async () => {
  const { http } = await serverApp(database, { config: { sellerLogo: { mediaType: 'image/png', content: PIXEL } } });
  expect((await http.inject(SELLER_PATH)).json()).toMatchObject({ logoPath: SELLER_LOGO_PATH });
  const answer = await http.inject(SELLER_LOGO_PATH);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect(answer.rawPayload).toEqual(PIXEL);
});
