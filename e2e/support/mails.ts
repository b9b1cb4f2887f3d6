import { type Asker, askGraphql } from './api.ts';
import { expect } from './test.ts';

export interface SentMail {
  readonly subject: string;
  readonly plainText: string;
}

/** The newest mail with this subject, as the planner's mailbox shows it, once it is there. */
export async function mailOf(planner: Asker, email: string, subject: string): Promise<SentMail> {
  let found: SentMail | undefined;
  await expect(async () => {
    const { data } = await askGraphql<{ mails: { nodes: readonly { id: string; subject: string; state: string }[] } }>(
      planner,
      'query ($search: String) { mails(search: $search, first: 20) { nodes { id subject state } } }',
      { search: email },
    );
    const row = data?.mails.nodes.find((mail) => mail.subject === subject && mail.state === 'sent');
    expect(row, subject).toBeDefined();
    const { data: whole } = await askGraphql<{ mail: SentMail }>(planner, 'query ($id: ID!) { mail(id: $id) { subject plainText } }', {
      id: row?.id,
    });
    found = whole?.mail;
  }).toPass();
  if (!found) throw new Error(`No mail ${subject}.`);
  return found;
}
