import type { CalendarDay } from '@checkwell/domain/clock';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { LEFT_OUT, PERSON_DATA_NAME, PERSON_FILES_FOLDER, type PersonFile } from '@checkwell/domain/person/person-file';
import type { MessageLanguage } from '@checkwell/messages';
import { formatDate, formatPhone } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';

export interface ReadMeFacts {
  readonly file: Pick<PersonFile, 'checks' | 'certificates' | 'documents'>;
  readonly name: string;
  readonly company: string;
  readonly provider: Pick<Seller, 'name' | 'email' | 'phoneNumber'>;
  readonly day: CalendarDay;
}

/** What the copy holds, what it leaves out, and whom to ask, in the employee's language: plain text for any computer, lines end as Windows wants. */
export function readMe({ file, name, company, provider, day }: ReadMeFacts, language: MessageLanguage): string {
  const t = getTranslator(language, 'personFile');
  const included = file.documents.filter(({ state }) => state === 'Included').length;
  const missing = file.documents.length - included;
  const named = { provider: provider.name, company, name, date: formatDate(day, language) };
  const lines = [
    t('title', named),
    '',
    t('about', named),
    '',
    t('contents'),
    `- ${t('counts', { checks: file.checks.length, certificates: file.certificates.length, files: included })}`,
    `- ${t('data', { file: PERSON_DATA_NAME })}`,
    ...(included > 0 ? [`- ${t('files', { folder: PERSON_FILES_FOLDER })}`] : []),
    ...(missing > 0 ? [`- ${t('missing', { count: missing, file: PERSON_DATA_NAME })}`] : []),
    '',
    t('leftOut.title'),
    ...LEFT_OUT.map((what) => `- ${t(`leftOut.${what}`, named)}`),
    '',
    t('contact', { ...named, email: provider.email, phone: formatPhone(provider.phoneNumber) }),
    '',
    t('rights'),
    '',
  ];
  return lines.join('\r\n');
}
