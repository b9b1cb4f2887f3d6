import type { PDU, Session } from 'smpp';
import type { SmppConfig } from '../../../config/messages.ts';
import { SmsNotSent } from '../gateway.ts';

/** A connection to the SMSC (the operator's message centre), after the login. */
export interface SmppLink {
  /** Requests that have no answer yet. */
  readonly open: number;
  /** @throws {SmsNotSent} nothing was written; after anything else the SMSC may have got it */
  ask(command: string, fields: object, limitMs: number): Promise<PDU>;
  /** Closes the connection at once: open requests fail with this reason. */
  cut(reason: Error): void;
}

export interface SmppEvents {
  /** Must answer by itself. @returns the status of the answer */
  deliver(pdu: PDU): Promise<number>;
  /** Once. */
  ended(reason: Error): void;
}

const VERSION = 0x34;

/** The name of a status, such as ESME_RTHROTTLED. */
export async function statusName(status: number): Promise<string> {
  const { default: smpp } = await import('smpp');
  return Object.entries(smpp.errors).find(([, code]) => code === status)?.[0] ?? `0x${status.toString(16).padStart(8, '0')}`;
}

/**
 * Connects and logs in as a transceiver, which sends messages and receives receipts.
 * @throws {SmsNotSent} the SMSC cannot be reached, or refuses
 */
export async function openLink(config: SmppConfig, limitMs: number, events: SmppEvents): Promise<SmppLink> {
  // Loaded only where SMPP is configured.
  const { default: smpp } = await import('smpp');
  const { host, port, tls, systemId, password } = config;
  const session = smpp.connect({ host, port, tls, ...(config.ca !== undefined && { ca: config.ca }) });
  const link = linkOf(session, (command, fields) => new smpp.PDU(command, fields), events);
  try {
    await link.connected(tls ? 'secureConnect' : 'connect', limitMs);
    const fields = { system_id: systemId, password, system_type: '', interface_version: VERSION };
    const { command_status: status } = await link.ask('bind_transceiver', fields, limitMs);
    if (status !== 0) throw new Error(`it refuses the login: ${await statusName(status)}`);
    return link;
  } catch (error) {
    const said = `No session with the SMSC: ${error instanceof Error ? error.message : error}`;
    link.cut(new SmsNotSent(said));
    throw new SmsNotSent(said);
  }
}

function linkOf(session: Session, pdu: (command: string, fields: object) => PDU, { deliver, ended }: SmppEvents) {
  const waiting = new Set<(error: Error) => void>();
  let end: Error | null = null;

  function cut(reason: Error): void {
    if (end !== null) return;
    end = reason;
    session.destroy();
    for (const lose of waiting) lose(reason);
    ended(reason);
  }
  session.on('error', cut);
  session.on('close', () => cut(new Error('The SMSC closed the connection.')));
  session.on('pdu', (request) => {
    if (request.isResponse()) return;
    switch (request.command) {
      case 'enquire_link':
        session.send(request.response());
        break;
      case 'unbind':
        session.send(request.response());
        session.close();
        break;
      case 'deliver_sm':
      case 'data_sm':
        void deliver(request).then((status) => session.send(request.response({ command_status: status })));
        break;
      case 'unknown':
        session.send(request.response());
    }
  });

  /** Waits for an answer until the limit or the end of the connection. */
  function within<T>(limitMs: number, begin: (done: (value: T) => void) => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      if (end !== null) return reject(new SmsNotSent(end.message));
      const lose = (error: Error): void => {
        clearTimeout(timer);
        waiting.delete(lose);
        reject(error);
      };
      const timer = setTimeout(() => lose(new Error(`no answer within ${limitMs} ms`)), limitMs);
      waiting.add(lose);
      const begun = begin((value) => {
        clearTimeout(timer);
        waiting.delete(lose);
        resolve(value);
      });
      if (!begun) lose(new SmsNotSent('The connection to the SMSC is closed.'));
    });
  }

  return {
    get open() {
      return waiting.size;
    },
    ask: (command: string, fields: object, limitMs: number) => within<PDU>(limitMs, (done) => session.send(pdu(command, fields), done)),
    connected: (event: 'connect' | 'secureConnect', limitMs: number) =>
      within<void>(limitMs, (done) => {
        session.on(event, () => done());
        return true;
      }),
    cut,
  };
}
