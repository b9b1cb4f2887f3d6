import type { CheckLocation } from '@checkwell/domain/check/enums';
import { EMPLOYEE_LINK_DAYS } from '@checkwell/domain/employee-page/contract';
import { addressInOneLine } from '@checkwell/domain/invoice/invoice';
import type { Seller } from '@checkwell/domain/invoice/seller';
import type { MessageLanguage } from '@checkwell/messages';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { Letterhead, PdfDocument } from '../../../platform/pdf/document.ts';
import { known, sellerIdentity, sellerLines } from '../../../platform/seller-lines.ts';

export interface EmployeeLetter {
  readonly language: MessageLanguage;
  readonly checkId: string;
  readonly employeeName: string;
  /** On several lines. */
  readonly employeeAddress: string;
  readonly companyName: string;
  readonly checkLocation: CheckLocation;
  readonly appointmentStart: Date;
  readonly doctorName: string;
  /** Of the doctor's practice; on several lines. */
  readonly practiceAddress: string;
  /** Address of the employee's page. */
  readonly link: string;
  readonly writtenAt: Date;
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

const RIGHTS = ['duty', 'doctor', 'secret', 'handed', 'travel'] as const;

/** An invitation that is posted. It says nothing of the employee's health. */
export function employeeLetterDocument(letter: EmployeeLetter): PdfDocument {
  const { language, companyName, checkLocation, appointmentStart, doctorName, practiceAddress, link, seller } = letter;
  const t = getTranslator(language, 'employeeLetter');
  const page = getTranslator(language, 'employeePage');
  const formats = formatsIn(language);
  const { name, address, phone, email } = sellerLines(seller, language);
  const place = checkLocation === 'Telecheck' ? page('appointment.video') : addressInOneLine(practiceAddress);
  return {
    language,
    letterhead: { name, logo: letter.logo },
    letter: {
      addressee: [letter.employeeName, ...addressLines(letter.employeeAddress)],
      sender: known([
        name,
        ...addressLines(address),
        phone,
        email,
        formats.dateLong(letter.writtenAt),
        t('reference', { id: letter.checkId }),
      ]),
    },
    title: t('title'),
    source: sellerIdentity(seller, language),
    blocks: [
      { kind: 'text', text: `${t('greeting')}\n${page('lead', { company: companyName, provider: name })} ${page('who.verify')}` },
      { kind: 'notice', text: formats.momentLong(appointmentStart), detail: known([place, doctorName]).join('\n') },
      { kind: 'text', text: t('cannot', { phone: phone ?? '' }) },
      {
        kind: 'proof',
        title: t('page'),
        address: link,
        description: t('qr', { address: link }),
        text: `${t('scan')} ${t('pageText')}\n${link}`,
        rows: [],
        note: t('pageNote', { days: EMPLOYEE_LINK_DAYS }),
      },
      { kind: 'text', soft: true, caption: page('rights.title'), text: RIGHTS.map((key) => page(`rights.${key}`)).join(' ') },
    ],
  };
}

const addressLines = (address: string): readonly string[] =>
  address
    .split(/\n|,\s*/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
