import { translationAddresses } from './word-addresses.ts';

/** Addresses of the words of everything but the sign-in page (../i18n.ts). */
export const LATER = translationAddresses(
  import.meta.glob(
    // Words of mails, files, documents and stand-ins are the server's: english-words.ts leaves out the same, held by later-words.test.ts.
    // German has what employees read alone.
    [
      '../../../../../../packages/messages/locales/{en,fr,nl}/*.json',
      '../../../../../../packages/messages/locales/de/{employeeDeadlines,employeePage}.json',
      '!../../../../../../packages/messages/locales/*/{common,auth,validation,errors,employeeLetter,employeeMail,evidence,exports,invoices,mail,mailLayout,pdf,personFile,publicPages,*Mails,*Sms,*Test}.json',
    ],
    { query: '?url', import: 'default', eager: true },
  ),
);
