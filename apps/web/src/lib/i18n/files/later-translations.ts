import { translationAddresses } from './translation-addresses.ts';

/** Addresses of the translations of everything but the sign-in page (../i18n.ts). */
export const LATER = translationAddresses(
  import.meta.glob(
    // Translations of mails, files, documents and stand-ins are the server's: english-translations.ts leaves out the same, held by later-translations.test.ts.
    // German has what employees read alone.
    [
      '../../../../../../packages/messages/locales/{en,fr,nl}/*.json',
      '../../../../../../packages/messages/locales/de/{employeeDeadlines,employeePage}.json',
      '!../../../../../../packages/messages/locales/*/{common,auth,validation,errors,employeeLetter,employeeMail,evidence,exports,invoices,mail,mailLayout,pdf,personFile,publicPages,*Mails,*Sms,*Test}.json',
    ],
    { query: '?url', import: 'default', eager: true },
  ),
);
