import { isGsm, type SmsFailure, smsSegments } from '@checkwell/domain/messages/sms';
import type { SmppConfig } from '../../config/messages.ts';
import type { Log } from '../log.ts';
import { type SmsGateway, SmsNotSent, type SmsReceipt, SmsRefusal } from './gateway.ts';
import { statusName } from './smpp/link.ts';
import { plainId, readReceipt } from './smpp/receipt.ts';
import { createSmppSession } from './smpp/session.ts';

/** Statuses about the recipient or the text itself. With every other error status the message is tried again: the SMSC has not taken it. */
const FAILURES: Readonly<Record<number, SmsFailure>> = {
  1: 'other', // ESME_RINVMSGLEN: too long
  11: 'wrongNumber', // ESME_RINVDSTADR
  260: 'other', // ESME_RINVDCS: its alphabet
};

/** International numbers (E.164), and names in place of a number. */
const NUMBER = { ton: 1, npi: 1 };
const NAME = { ton: 5, npi: 0 };
/** data_coding: the SMSC's own alphabet, GSM 03.38 (GSM-7), and UCS-2. */
const GSM = 0;
const UCS2 = 8;
/** A receipt of the final state, delivered or failed. */
const RECEIPT_ASKED = 1;

/**
 * Any SMSC with an SMPP 3.4 interface. It can neither be asked which messages it took, nor recognises a repeated one: a message without an answer is
 * not sent again (docs/decisions/0060).
 */
export function smppGateway(config: SmppConfig, keepsContent: boolean, log: Log, keep: (receipt: SmsReceipt) => Promise<void>): SmsGateway {
  const session = createSmppSession(config, log, async (pdu) => {
    const receipt = readReceipt(pdu);
    if (receipt !== null) await keep(receipt);
  });
  const source = config.from.startsWith('+') ? NUMBER : NAME;

  return {
    keepsContent,
    session,
    find: null,
    readReport: () => null,

    async send({ to, text, reference }) {
      const answer = await session.submit({
        source_addr_ton: source.ton,
        source_addr_npi: source.npi,
        source_addr: config.from.replace('+', ''),
        dest_addr_ton: NUMBER.ton,
        dest_addr_npi: NUMBER.npi,
        destination_addr: to.replace('+', ''),
        registered_delivery: RECEIPT_ASKED,
        data_coding: isGsm(text) ? GSM : UCS2,
        user_message_reference: Number.parseInt(reference.slice(-4), 16),
        // The SMSC cuts a long text itself: one request, one answer and one receipt, so that no half of it leaves.
        ...(smsSegments(text) === 1 ? { short_message: text } : { message_payload: text }),
      });
      const { command_status: status, message_id: id = '' } = answer;
      if (status === 0) return { providerId: plainId(id) };
      const name = await statusName(status);
      const said = `The SMSC answers ${name}`;
      const failure = FAILURES[status];
      throw failure ? new SmsRefusal(failure, name.slice(0, 20), said) : new SmsNotSent(said);
    },
  };
}
