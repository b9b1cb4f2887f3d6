import type { AddressInfo } from 'node:net';
import smpp, { type PDU, type Session } from 'smpp';
import { cleanUp } from '../cleanup.ts';

/** What the SMSC does with the next message: accept it, answer with this status, not answer, close the connection before or after accepting it, or answer later (`hold`). */
export type SmscAnswer = 'take' | number | 'silent' | 'refuseAndCut' | 'takeAndCut' | 'hold';

/** The fields of a delivery receipt. */
export interface ReceiptFields {
  readonly stat?: string;
  readonly err?: string;
  /** Another spelling of the id. */
  readonly id?: string;
  /** In TLV parameters instead of in the text. */
  readonly tagged?: boolean;
  /** As `data_sm`, which has TLV parameters alone. */
  readonly asData?: boolean;
  /** Returns our reference. */
  readonly echo?: boolean;
  /** Whose session hears it; left out: any. */
  readonly to?: string;
}

const STATES: Readonly<Record<string, number>> = { ENROUTE: 1, DELIVRD: 2, EXPIRED: 3, UNDELIV: 5, UNKNOWN: 7, REJECTD: 8 };
export const LOGIN = { systemId: 'checkwell', password: 'secret' };

/** Shared by all SMSCs of a test file, since they share its database. */
let ids = 0xabc0;

const textOf = (pdu: PDU): string =>
  [pdu.short_message, pdu.message_payload]
    .flatMap((part) => (part && 'message' in part ? [part.message] : []))
    .map(String)
    .join('');

/** An SMSC over TCP, made with the server of the library; it keeps the accepted messages. */
export async function smscFake({
  tls,
  port: wanted = 0,
}: {
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly port?: number;
} = {}) {
  const taken: { readonly id: string; readonly pdu: PDU; readonly text: string }[] = [];
  /** Commands that it received, except messages. */
  const heard: string[] = [];
  const answers: SmscAnswer[] = [];
  const held: (() => void)[] = [];
  const bound = new Set<Session>();
  const state = { answersEnquiries: true, answersLogins: true };

  const server = smpp.createServer({ ...tls }, (session) => {
    session.on('error', () => undefined);
    session.on('close', () => bound.delete(session));
    session.on('pdu', (pdu) => {
      if (pdu.isResponse()) return;
      if (pdu.command !== 'submit_sm') heard.push(pdu.command);
      switch (pdu.command) {
        case 'bind_transceiver': {
          if (!state.answersLogins) return;
          const isRight = pdu.system_id === LOGIN.systemId && pdu.password === LOGIN.password;
          if (isRight) bound.add(session);
          session.send(pdu.response(isRight ? { system_id: 'smsc' } : { command_status: smpp.errors.ESME_RINVPASWD }));
          return;
        }
        case 'enquire_link':
          if (state.answersEnquiries) session.send(pdu.response());
          return;
        case 'unbind':
          bound.delete(session);
          session.send(pdu.response());
          return;
        case 'submit_sm':
          return submit(session, pdu);
      }
    });
  });

  function submit(session: Session, pdu: PDU): void {
    const answer = answers.shift() ?? 'take';
    if (typeof answer === 'number') return void session.send(pdu.response({ command_status: answer }));
    if (answer === 'refuseAndCut') {
      session.destroy();
      return;
    }
    ids += 1;
    const id = ids.toString(16).toUpperCase().padStart(8, '0');
    taken.push({ id, pdu, text: textOf(pdu) });
    if (answer === 'silent') return;
    if (answer === 'takeAndCut') {
      session.destroy();
      return;
    }
    const say = () => session.send(pdu.response({ message_id: id }));
    if (answer === 'hold') held.push(say);
    else say();
  }

  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const session of server.sessions) session.destroy();
  };
  cleanUp(() => {
    cut();
    server.close();
  });

  /** Sends a delivery receipt for the n-th message. @returns the status of the answer */
  async function report(position: number, fields: ReceiptFields = {}): Promise<number> {
    const message = taken[position];
    const session = [...bound].at(-1);
    if (!message || !session) throw new Error('The SMSC has no such message, or no session.');
    const { stat = 'DELIVRD', err = '000', id = message.id, asData = false, tagged = asData, echo = false } = fields;
    const receipt = new smpp.PDU(asData ? 'data_sm' : 'deliver_sm', {
      esm_class: 4,
      source_addr_ton: 1,
      source_addr: message.pdu.destination_addr,
      destination_addr: message.pdu.source_addr,
      data_coding: 0,
      ...(!asData && {
        short_message: tagged
          ? ''
          : `id:${id} sub:001 dlvrd:001 submit date:2611241200 done date:2611241201 stat:${stat} err:${err} text:Hallo`,
      }),
      ...(tagged && { receipted_message_id: id, message_state: STATES[stat] }),
      ...(echo && { user_message_reference: message.pdu.user_message_reference }),
    });
    return new Promise((resolve) => {
      session.send(receipt, ({ command_status: status }) => resolve(status));
    });
  }

  return {
    port,
    taken,
    heard,
    answers,
    held,
    state,
    report,
    cut,
    /** The number of bound sessions. */
    sessions: () => bound.size,
    close: () => {
      cut();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
