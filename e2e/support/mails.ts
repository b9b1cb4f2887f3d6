import { type Asker, askGraphql } from './api.ts';
import { expect } from './test.ts';

export interface SentMail {
  readonly subject: string;
  readonly plainText: string;
}

/** Waits for the newest mail with this subject in the planner's mailbox: sent, or queued until the morning. */
export const mailOf = (planner: Asker, email: string, subject: string): Promise<SentMail> =>
  messageTo(planner, email, (message) => message.subject === subject && ['sent', 'queued'].includes(message.state));

/** Waits for the newest text message to a number in the planner's mailbox. */
export const textMessageTo = (planner: Asker, phoneNumber: string): Promise<SentMail> =>
  messageTo(planner, phoneNumber, ({ channel }) => channel === 'Sms');

interface Message {
  readonly id: string;
  readonly subject: string;
  readonly state: string;
  readonly channel: string;
}

async function messageTo(planner: Asker, recipient: string, isMeant: (message: Message) => boolean): Promise<SentMail> {
  let found: SentMail | undefined;
  await expect(async () => {
    const { data } = await askGraphql<{ mails: { nodes: readonly Message[] } }>(
      planner,
      'query ($search: String) { mails(search: $search, first: 20) { nodes { id subject state channel } } }',
      { search: recipient },
    );
    const row = data?.mails.nodes.find(isMeant);
    expect(row, `a message to ${recipient}`).toBeDefined();
    const { data: whole } = await askGraphql<{ mail: SentMail }>(planner, 'query ($id: ID!) { mail(id: $id) { subject plainText } }', {
      id: row?.id,
    });
    found = whole?.mail;
  }).toPass();
  if (!found) throw new Error(`No message to ${recipient}.`);
  return found;
}
