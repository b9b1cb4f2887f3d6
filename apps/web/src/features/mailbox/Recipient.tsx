import { useFormat } from '../../lib/i18n/format.ts';
import { EmailAddress } from '../../ui/links/EmailAddress.tsx';

/** To whom a message went: an e-mail address or a telephone number; nothing for a task that is no message. */
export function Recipient({ recipient }: { readonly recipient: string }) {
  const format = useFormat();
  if (recipient === '') return null;
  return recipient.includes('@') ? <EmailAddress email={recipient} /> : format.phone(recipient);
}
