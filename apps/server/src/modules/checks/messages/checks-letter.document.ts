import { type EmployeeNews, isDecisionNews } from '@checkwell/domain/check/employee-news';
import type { CheckLocation } from '@checkwell/domain/check/enums';
import { dayOf } from '@checkwell/domain/clock';
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
  /** Address of the employee, on several lines. */
  readonly employeeAddress: string;
  readonly companyName: string;
  readonly checkLocation: CheckLocation;
  readonly news: EmployeeNews;
  /** Start of the appointment; for a letter about a decision, of the one that was kept or missed. */
  readonly appointmentStart: Date;
  readonly doctorName: string;
  /** Address of the doctor's practice, on several lines. */
  readonly practiceAddress: string;
  /** Address of the employee's page. */
  readonly link: string;
  readonly writtenAt: Date;
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

const RIGHTS = ['duty', 'doctor', 'secret', 'handed', 'travel'] as const;

/** An invitation, or news of a decision, that is posted. It says nothing of the employee's health. */
export function employeeLetterDocument(letter: EmployeeLetter): PdfDocument {
  const { language, companyName, news, checkLocation, appointmentStart, doctorName, practiceAddress, link, seller } = letter;
  const t = getTranslator(language, 'employeeLetter');
  const page = getTranslator(language, 'employeePage');
  const formats = formatsIn(language);
  const { name, address, phone, email } = sellerLines(seller, language);
  const mail = getTranslator(language, 'employeeMail');
  const day = formats.dateLong(dayOf(appointmentStart));
  const isDecision = isDecisionNews(news);
  const asked = `${page('lead', { company: companyName, provider: name })} ${page('who.verify')}`;
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
    title: isDecision ? mail(`decision.heading.${news}`) : t('title'),
    source: sellerIdentity(seller, language),
    blocks: [
      ...(isDecision
        ? ([
            { kind: 'text', text: `${t('greeting')}\n${mail(`decision.text.${news}`, { day, company: companyName })}` },
            { kind: 'text', text: `${asked} ${mail('decision.questions', { phone: phone ?? '' })}` },
          ] as const)
        : ([
            { kind: 'text', text: `${t('greeting')}\n${asked}` },
            { kind: 'notice', text: formats.momentLong(appointmentStart), detail: known([place, doctorName]).join('\n') },
            { kind: 'text', text: t('cannot', { phone: phone ?? '' }) },
          ] as const)),
      {
        kind: 'proof',
        title: isDecision ? mail('decision.open') : t('page'),
        address: link,
        description: t('qr', { address: link }),
        text: `${t('scan')} ${isDecision ? mail('decision.alone') : t('pageText')}\n${link}`,
        rows: [],
        note: t('pageNote', { days: EMPLOYEE_LINK_DAYS }),
      },
      ...(isDecision
        ? []
        : ([
            { kind: 'text', soft: true, caption: page('rights.title'), text: RIGHTS.map((key) => page(`rights.${key}`)).join(' ') },
          ] as const)),
    ],
  };
}

const addressLines = (address: string): readonly string[] =>
  address
    .split(/\n|,\s*/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
