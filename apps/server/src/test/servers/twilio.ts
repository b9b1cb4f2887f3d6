import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@checkwell/domain/clock';
import { cleanUp } from '../cleanup.ts';

/** What the fake does with the next message: accept it, refuse it, or accept it and lose the answer. */
type Answer = 'take' | 'lose' | { readonly status: number; readonly code: number };

/** A fake of the part of Twilio's API that the product uses; it keeps the accepted messages. */
export async function twilioFake({ now }: Pick<Clock, 'now'>) {
  const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: '0123456789abcdef0123456789abcdef' };
  const taken: { readonly sid: string; readonly fields: URLSearchParams; readonly date: string }[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://twilio');
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const login = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64');
    if (request.headers.authorization !== `Basic ${login}`) return say(401, { code: 20003, message: 'Authenticate' });
    if (pathname !== `/2010-04-01/Accounts/${account.accountSid}/Messages.json`) return say(404, { code: 20404, message: 'Not found' });
    if (request.method === 'GET')
      return say(200, {
        messages: taken
          // A message that was only accepted has no sending date yet.
          .filter(({ fields }) => fields.get('To') === searchParams.get('To') && !searchParams.has('DateSent>'))
          .map(({ sid, fields, date }) => ({ sid, body: fields.get('Body'), date_created: date })),
      });
    const answer = answers.shift() ?? 'take';
    if (typeof answer === 'object') return say(answer.status, { code: answer.code, message: 'Refused', status: answer.status });
    const sid = `SM${randomUUID().replaceAll('-', '')}`;
    taken.push({ sid, fields: new URLSearchParams(Buffer.concat(chunks).toString()), date: now().toUTCString() });
    return answer === 'lose' ? request.socket.destroy() : say(201, { sid, status: 'queued' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => void server.close());

  /** A status report as Twilio sends it: its address, body and signature. */
  function report({ fields, sid }: (typeof taken)[number], MessageStatus: string, ErrorCode = '') {
    const url = fields.get('StatusCallback') ?? '';
    const body = new URLSearchParams({
      MessageSid: sid,
      MessageStatus,
      AccountSid: account.accountSid,
      ...(ErrorCode !== '' && { ErrorCode }),
    });
    const names = [...body.keys()].toSorted();
    const signed = url + names.map((name) => name + body.get(name)).join('');
    return { url, body: body.toString(), signature: createHmac('sha1', account.authToken).update(signed).digest('base64') };
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...account, url, taken, answers, report };
}
