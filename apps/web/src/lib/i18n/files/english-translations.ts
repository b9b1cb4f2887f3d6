/**
 * All English texts as code, in a chunk of its own: loaded only when no file of translations can be had, so that nobody ever
 * reads keys (specification, section 8).
 */
const files: Readonly<Record<string, object>> = import.meta.glob(
  [
    '../../../../../../packages/messages/locales/en/*.json',
    '!../../../../../../packages/messages/locales/en/{employeeLetter,employeeMail,evidence,exports,invoices,mail,mailLayout,pdf,personFile,publicPages,*Mails,*Sms,*Test}.json',
  ],
  { import: 'default', eager: true },
);

/** By namespace. */
export const ENGLISH: ReadonlyMap<string, object> = new Map(
  Object.entries(files).map(([file, texts]) => [file.split('/').at(-1)?.replace('.json', '') ?? '', texts]),
);
