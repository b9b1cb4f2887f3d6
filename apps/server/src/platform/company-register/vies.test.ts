import { expect, test } from 'vitest';
import type { Log } from '../log.ts';
import { cachedRegister } from './cached-register.ts';
import { createViesRegister } from './vies.ts';

const log: Log = { info() {}, warn() {}, error() {} };
const NUMBER = 'BE0440966354';
/** An answer with every field of VIES; four of them are used. */
const answer = (changes: object) => ({
  isValid: true,
  requestDate: '2026-11-23T09:30:00.000Z',
  userError: 'VALID',
  name: 'BV Bakkerij Claes',
  address: 'Havenlaan  2\n1080 Sint-Jans-Molenbeek',
  requestIdentifier: '',
  originalVatNumber: '0440966354',
  vatNumber: '0440966354',
  viesApproximate: { name: '---', street: '---', postalCode: '---', city: '---', companyType: '---', matchName: 3, matchStreet: 3 },
  ...changes,
});

/** A fake of VIES with this reply, and the addresses of its requests. */
function vies(reply: () => Response | Promise<Response>) {
  const asked: string[] = [];
  const ask = async (input: Parameters<typeof fetch>[0]) => {
    asked.push(String(input));
    return reply();
  };
  return { asked, ask };
}

test('name and address are put on one line each', async () => {
  const { ask, asked } = vies(() => Response.json(answer({})));
  expect(await createViesRegister({ log, ask }).find(NUMBER)).toEqual({
    companyName: 'BV Bakkerij Claes',
    companyAddress: 'Havenlaan 2, 1080 Sint-Jans-Molenbeek',
    source: 'vies',
  });
  expect(asked).toEqual(['https://ec.europa.eu/taxation_customs/vies/rest-api/ms/BE/vat/0440966354']);
});

test.each([
  ['an unknown number', answer({ isValid: false, userError: 'INVALID', name: '---', address: '---' })],
  ['a company that does not publish its name', answer({ name: '---', address: '---' })],
])('finds nothing for %s', async (_case, body) => {
  const { ask } = vies(() => Response.json(body));
  expect(await createViesRegister({ log, ask }).find(NUMBER)).toBeNull();
});

test.each([
  ['busy, with status 200', () => Response.json(answer({ isValid: false, userError: 'MS_MAX_CONCURRENT_REQ' }))],
  ['down', () => new Response('Service unavailable', { status: 503 })],
  ['another service', () => Response.json({ actionSucceed: false, errorWrappers: [{ error: 'IP_BLOCKED' }] })],
  ['not JSON', () => new Response('<html>')],
  ['too long', () => Response.json(answer({ name: 'x'.repeat(20_000) }))],
  ['unreachable', () => Promise.reject(new TypeError('fetch failed'))],
])('finds nothing while VIES is %s, and sends another request later', async (_case, reply) => {
  let now = 1;
  const { ask, asked } = vies(reply);
  const register = cachedRegister(createViesRegister({ log, ask }), () => now);
  expect(await register.find(NUMBER)).toBeNull();
  expect(await register.find(NUMBER)).toBeNull();
  expect(asked).toHaveLength(1);
  now = 31_001;
  expect(await register.find(NUMBER)).toBeNull();
  expect(asked).toHaveLength(2);
});

test('one number is requested once a day, and at most four numbers at the same time', async () => {
  let now = 1;
  const replies: (() => void)[] = [];
  const { ask, asked } = vies(() => new Promise((resolve) => replies.push(() => resolve(Response.json(answer({}))))));
  const register = cachedRegister(createViesRegister({ log, ask }), () => now);
  const same = [register.find(NUMBER), register.find(NUMBER)];
  const others = ['BE0123456749', 'BE0403019261', 'BE0202239951'].map((number) => register.find(number));
  expect(await register.find('BE0400378485')).toBeNull();
  expect(asked).toHaveLength(4);
  for (const reply of replies) reply();
  for (const found of await Promise.all([...same, ...others])) expect(found?.companyName).toBe('BV Bakkerij Claes');
  now = 23 * 3_600_000;
  await register.find(NUMBER);
  expect(asked).toHaveLength(4);
  now = 25 * 3_600_000;
  const again = register.find(NUMBER);
  await expect.poll(() => replies.length).toBe(5);
  replies.at(-1)?.();
  await again;
  expect(asked).toHaveLength(5);
});
