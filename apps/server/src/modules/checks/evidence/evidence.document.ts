import { formatEvidenceCode, VERIFY_PATH } from '@checkwell/domain/check/evidence/evidence';
import { OUTCOME_TONES, type OutcomeFacts, outcomeOf } from '@checkwell/domain/check/result/outcome';
import { employeeMessageTopic } from '@checkwell/domain/check/times/told';
import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { employeeMessageValues } from '@checkwell/messages/employee-messages';
import { type Formats, formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { Letterhead, PdfAttachment, PdfBlock, PdfDocument } from '../../../platform/pdf/document.ts';
import { known, sellerIdentity, sellerLines } from '../../../platform/seller-lines.ts';
import type { CheckView } from '../checks.view.ts';
import type { Chain, Correction, Entry, Party, Subject } from './evidence.content.ts';

/** Digits of a mark that are on the page; the file holds all of them. */
const MARK_DIGITS = 8;

export interface Evidence {
  readonly check: WithWorker<CheckView>;
  readonly subject: Subject;
  readonly chain: Chain;
  readonly language: InterfaceLanguage;
  readonly issuedAt: Date;
  readonly code: string;
  /** Base 64. */
  readonly signature: string;
  readonly keyId: string;
  /** Everything that was signed, for programs. */
  readonly data: PdfAttachment;
  readonly publicUrl: string;
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

/** The pack as a document; of a usual check, one page. */
export function evidenceDocument({ check, subject, chain, language, issuedAt, ...pack }: Evidence): PdfDocument {
  const t = getTranslator(language, 'evidence');
  const reports = getTranslator(language, 'reports');
  const fields = getTranslator(language, 'checkFields');
  const enums = getTranslator(language, 'enums');
  const formats = formatsIn(language);
  const { name, phone, email } = sellerLines(pack.seller, language);
  const verifyAddress = `${pack.publicUrl}${VERIFY_PATH}`;
  const { examinedFrom, examinedTo } = check;
  const ordered = chain.entries.find(({ entry }) => entry.what === 'order')?.entry;
  const facts: (readonly [string, string])[] = [
    ...(ordered ? [[t('orderedBy'), known([partyOf(ordered, language), subject.company]).join('\n')] as const] : []),
    [fields('creationDate'), formats.dateTime(check.creationDate)],
    ...(subject.doctor === '' ? [] : [[fields('doctorFullName'), subject.doctor] as const]),
    [fields('checkLocation'), enums(`checkLocation.${subject.place}`)],
    ...(examinedFrom === null || examinedTo === null
      ? []
      : [[reports('pdf.evidence.time'), timesText(examinedFrom, examinedTo, language)] as const]),
  ];
  return {
    language,
    letterhead: { name, logo: pack.logo },
    title: `${t('title')} – ${subject.worker}`,
    subtitle: `${subject.company}\n${formats.dateRange(subject.from, subject.until)} · ${reports('pdf.reference', { id: check.id })}`,
    source: `${sellerIdentity(pack.seller, language)}\n${known([phone, email, reports('pdf.source', { date: formats.dateTime(issuedAt) })]).join(' · ')}`,
    attachments: [pack.data],
    blocks: [
      outcomeBlock(check, language),
      { kind: 'facts', rows: facts },
      { kind: 'heading', text: t('history') },
      {
        kind: 'table',
        columns: [
          { label: t('column.moment'), width: 2.3 },
          { label: t('column.what'), width: 4.8 },
          { label: t('column.by'), width: 2 },
          { label: t('column.mark'), width: 1.2 },
        ],
        rows: chain.entries.map(({ entry, mark }) => [
          formats.dateTime(entry.at),
          lineOf(entry, check, language),
          partyOf(entry, language),
          mark.slice(0, MARK_DIGITS),
        ]),
      },
      { kind: 'text', soft: true, text: t('nothingMedical') },
      {
        kind: 'proof',
        title: t('verify'),
        address: `${verifyAddress}/${pack.code}`,
        description: t('qr'),
        text: t('verifyText', { address: verifyAddress }),
        rows: [
          [t('code'), formatEvidenceCode(pack.code)],
          [t('issued'), formats.dateTime(issuedAt)],
          [t('signature', { key: pack.keyId }), pack.signature],
        ],
        note: t('chain'),
      },
    ],
  };
}

/** When the doctor examined, or tried to. */
function timesText(from: Date, to: Date, language: InterfaceLanguage): string {
  const formats = formatsIn(language);
  const times =
    from.getTime() === to.getTime()
      ? formats.time(from)
      : getTranslator(language, 'reports')('pdf.evidence.period', { from: formats.time(from), to: formats.time(to) });
  return `${formats.date(from)}, ${times}`;
}

function outcomeBlock(check: WithWorker<CheckView>, language: InterfaceLanguage): PdfBlock {
  return { kind: 'notice', tone: OUTCOME_TONES[outcomeOf(check).key], text: outcomeText(check, language) };
}

function outcomeText(check: OutcomeFacts, language: InterfaceLanguage): string {
  const reports = getTranslator(language, 'reports');
  const enums = getTranslator(language, 'enums');
  const { key, date } = outcomeOf(check);
  const reason = check.nonOperableReason;
  return key === 'nonOperable' && reason !== null
    ? reports('outcome.nonOperableWhy', { reason: enums(`nonOperableReason.${reason}`) })
    : reports(`outcome.${key}`, { date: formatsIn(language).date(date) });
}

/** A result that was corrected, with its times. */
function formerText({ result, newEnd, earlyReturn, from, to }: Correction, check: OutcomeFacts, language: InterfaceLanguage): string {
  const outcome = outcomeText({ ...check, checkOccurence: result, newIncapacityEndDate: newEnd, earlyReturn }, language);
  return from === null || to === null ? outcome : `${outcome} (${timesText(new Date(from), new Date(to), language)})`;
}

const PARTY_WORDS = {
  employer: 'employerUnknown',
  planner: 'plannerUnknown',
  doctor: 'doctorUnknown',
  employee: 'employee',
  system: 'system',
} as const satisfies Readonly<Record<Party, string>>;

function partyOf(entry: Entry, language: InterfaceLanguage): string {
  const checks = getTranslator(language, 'checks');
  return 'name' in entry && entry.name !== undefined
    ? checks('eventBy.employer', { name: entry.name })
    : checks(`eventBy.${PARTY_WORDS[entry.by]}`);
}

/** An instant to the minute, or a day. Cast: a string without a time is a calendar day, which its type does not say. */
const momentText = (moment: string, formats: Formats): string =>
  moment.includes('T') ? formats.momentLong(moment) : formats.dateLong(moment as never);

function lineOf(entry: Entry, check: OutcomeFacts, language: InterfaceLanguage): { readonly text: string; readonly detail: string } {
  const t = getTranslator(language, 'evidence');
  const checks = getTranslator(language, 'checks');
  const enums = getTranslator(language, 'enums');
  const formats = formatsIn(language);
  switch (entry.what) {
    case 'told': {
      const { news, way, sent, delivered, failed, number } = entry;
      const channel = way === 'letter' ? 'letter' : null;
      const values = employeeMessageValues(
        { channel, sentAt: sent, deliveredAt: delivered, failedAt: failed, phoneNumber: number },
        formats,
      );
      return {
        text: checks(`employeeMessage.${way}`, values),
        detail: checks(`employeeMessages.${employeeMessageTopic(news)}`, { moment: momentText(entry.appointment, formats) }),
      };
    }
    case 'attempt':
      return {
        text: t('line.attempt'),
        detail: known([
          entry.erased ? checks('erased') : t('line.bell', { bell: entry.bell }),
          entry.card === null ? checks('attempts.cardNone') : checks('attempts.cardOf', { moment: momentText(entry.card, formats) }),
          entry.photographed ? checks('attempts.photographed') : null,
          entry.withinDuty === null ? null : checks(entry.withinDuty ? 'attempts.dutyInside' : 'attempts.dutyOutside'),
          entry.received && checks('attempts.late', { moment: formats.dateTime(entry.received) }),
        ]).join('\n'),
      };
    case 'onMyWay':
    case 'arrived':
    case 'left':
      return {
        text: t(`line.${entry.what}`),
        detail: entry.received === undefined ? '' : checks('attempts.late', { moment: formats.dateTime(entry.received) }),
      };
    default:
      return {
        text: checks(`event.${entry.what}`),
        detail: known([
          entry.erased && checks('erased'),
          entry.appointment && t('line.appointment', { moment: momentText(entry.appointment, formats) }),
          entry.problem && t('line.reason', { reason: enums(`problemReason.${entry.problem}`) }),
          entry.correction && t('line.reason', { reason: enums(`correctionReason.${entry.correction.reason}`) }),
          entry.arbitration &&
            t('line.arbitration', {
              party: enums(`arbitrationParty.${entry.arbitration.by}`),
              day: formats.dateLong(entry.arbitration.on),
            }),
          entry.ruling &&
            t('line.ruling', { ruling: enums(`arbitrationRuling.${entry.ruling.for}`), day: formats.dateLong(entry.ruling.on) }),
          entry.excuse &&
            t('line.excuse', { reason: enums(`noShowExcuse.${entry.excuse.reason}`), day: formats.dateLong(entry.excuse.on) }),
          entry.withdrawal && t('line.reason', { reason: enums(`excuseWithdrawal.${entry.withdrawal}`) }),
          entry.correction && t('line.before', { result: formerText(entry.correction, check, language) }),
        ]).join('\n'),
      };
  }
}
