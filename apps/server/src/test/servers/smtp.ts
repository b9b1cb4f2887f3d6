import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { cleanUp } from '../cleanup.ts';

/** A mail as a server received it. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  /** Headers and body as they were received. */
  readonly raw: string;
  readonly messageId: string;
}

export interface SmtpFake {
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

export interface SmtpAnswers {
  /** SMTP reply code for a recipient, or null to accept; a promise delays the reply. */
  readonly rcpt?: (address: string) => Promise<number | null> | number | null;
  /** SMTP reply code for the message itself, or null to accept; a promise delays the reply. */
  readonly data?: (mail: ReceivedMail) => Promise<number | null> | number | null;
  readonly port?: number;
}

const refused = (code: number): Error => Object.assign(new Error('Says the test'), { responseCode: code });

/** A mail server: the real protocol on its own port, with switches for faults. */
export async function smtpFake({ rcpt, data, port = 0 }: SmtpAnswers = {}): Promise<SmtpFake> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    async onRcptTo({ address }, _session, callback) {
      const code = (await rcpt?.(address)) ?? null;
      callback(code === null ? null : refused(code));
    },
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString('utf8');
        const mail: ReceivedMail = {
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          raw,
          messageId: /^Message-ID: <(.+)>\r?$/im.exec(raw)?.[1] ?? '',
        };
        const code = (await data?.(mail)) ?? null;
        if (code === null) received.push(mail);
        callback(code === null ? null : refused(code));
      });
    },
  });
  server.on('error', () => undefined); // connections that a test cuts
  const listening = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    const socket = server.listen(port, '127.0.0.1', () => resolve((socket.address() as AddressInfo).port));
  });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= new Promise((resolve) => server.close(() => resolve())));
  cleanUp(close);
  return { url: `smtp://127.0.0.1:${listening}`, port: listening, received, close };
}
