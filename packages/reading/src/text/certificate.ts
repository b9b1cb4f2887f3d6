import type { CertificateType, IncapacityType } from '@checkwell/domain/certificate/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import { TEXT } from '@checkwell/domain/constants';
import { authorizedExitIn } from './exit.ts';
import { type Gate, gateOf, READING_GATE } from './gate.ts';
import { certifTypeIn, incapacityReasonIn } from './kind.ts';
import { addressesIn, matriculesIn, nissIn } from './marks.ts';
import { doctorNameIn, type FoundName, inamiNumberIn, workerNamesIn } from './people.ts';
import { periodIn, signedOnIn } from './period.ts';
import {
  confidenceOf,
  isCertificate,
  languageOf,
  type ReadingEngine,
  type ReadingLanguage,
  type ReadLine,
  type ReadText,
  readText,
} from './text.ts';

/** The fields that are read from a certificate. */
export interface ReadValues {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly signedOn: CalendarDay;
  /** There may be several, which are alternatives. */
  readonly workerName: string;
  /** Only to distinguish namesakes, never proposed. The doctor's address may be among several. */
  readonly employeeAddress: string;
  readonly employeeMatricule: string;
  /** Eleven digits. */
  readonly workerNISS: string;
  /** With a title that is the same in every language: `Dr. Sophie Marchal`. */
  readonly doctorName: string;
  /** Eleven digits. */
  readonly inamiNumber: string;
  readonly authorizedExit: boolean;
  readonly incapacityReason: IncapacityType;
  readonly certifType: CertificateType;
}

const DOCTOR_TITLE = 'Dr. ';

/** A field that was read from a certificate. */
export type ReadField = { [Name in keyof ReadValues]: Read<Name, ReadValues[Name]> }[keyof ReadValues];

interface Read<Name, Value> {
  readonly name: Name;
  readonly value: Value;
  /** How sure the engine is, 0 to 100. Not reliable: it is about as sure of handwriting. */
  readonly confidence: number;
  /** Only what `passed` may be proposed. */
  readonly gate: Gate;
}

export interface CertificateText {
  readonly language: ReadingLanguage | null;
  /** The gate of the period, which applies to the whole document. */
  readonly gate: Gate;
  readonly fields: readonly ReadField[];
}

/**
 * What a certificate says: its period, signature, worker, doctor, and (from the text of a PDF) whether the worker may leave
 * home, why they are unfit, and whether it is the first certificate. The gate decides about the whole document: if the period does not pass, nothing may
 * be proposed, because a page whose dates make no sense was written by hand, badly photographed, or is something else.
 * @param lines of the first page or pages, from top to bottom
 */
export function readCertificate(
  lines: readonly ReadLine[],
  { today, engine }: { readonly today: CalendarDay; readonly engine: ReadingEngine },
): CertificateText {
  const text = readText(lines);
  const language = languageOf(text);
  if (!isCertificate(text)) return { language, gate: 'otherDocument', fields: [] };
  const period = periodIn(text);
  if (period === null || period === 'ambiguous') return { language, gate: period ?? 'notFound', fields: [] };
  const { startDate, endDate } = period;
  const signedOn = signedOnIn(text, period);
  const signedDay = signedOn === null || signedOn === 'unreadable' ? signedOn : signedOn.day;
  const gate = gateOf({ startDate: startDate.day, endDate: endDate.day }, signedDay, today, engine);
  const qualityOf = (found: { readonly from: number; readonly to: number }) => ({ confidence: confidenceOf(text, found), gate });
  const nameField = (
    name: 'workerName' | 'inamiNumber' | 'employeeAddress' | 'employeeMatricule' | 'workerNISS',
    found: FoundName | null,
  ): readonly ReadField[] =>
    found && found.name.length <= (name === 'employeeAddress' ? TEXT.address : TEXT.name)
      ? [{ name, value: found.name, ...qualityOf(found) }]
      : [];
  const inamiNumber = inamiNumberIn(text);
  // Ticked boxes are reliable only in text from the PDF itself.
  const answers = engine === 'pdfText' ? answersIn(text) : [];
  return {
    language,
    gate,
    fields: [
      { name: 'startDate', value: startDate.day, ...qualityOf(startDate) },
      { name: 'endDate', value: endDate.day, ...qualityOf(endDate) },
      ...(signedOn === null || signedOn === 'unreadable'
        ? []
        : [{ name: 'signedOn' as const, value: signedOn.day, ...qualityOf(signedOn) }]),
      ...workerNamesIn(text).flatMap((found) => nameField('workerName', found)),
      ...addressesIn(text).flatMap((found) => nameField('employeeAddress', found)),
      ...matriculesIn(text).flatMap((found) => nameField('employeeMatricule', found)),
      ...nameField('workerNISS', nissIn(text)),
      ...doctorField(doctorNameIn(text), inamiNumber !== null),
      ...nameField('inamiNumber', inamiNumber),
      ...answers.map((answer) => ({ ...answer, confidence: 100, gate })),
    ],
  };

  /** There is no list to check the doctor's name against, so one from character recognition needs high confidence and a complete stamp. */
  function doctorField(found: FoundName | null, stamped: boolean): readonly ReadField[] {
    if (!found || found.name.length + DOCTOR_TITLE.length > TEXT.name) return [];
    const { confidence } = qualityOf(found);
    const reliable = engine === 'pdfText' || (stamped && confidence >= READING_GATE.doctorConfidence);
    return [
      { name: 'doctorName', value: `${DOCTOR_TITLE}${found.name}`, confidence, gate: gate === 'passed' && !reliable ? 'unsure' : gate },
    ];
  }
}

type Answer = { [Name in 'authorizedExit' | 'incapacityReason' | 'certifType']: { readonly name: Name; readonly value: ReadValues[Name] } }[
  | 'authorizedExit'
  | 'incapacityReason'
  | 'certifType'];

/** Answers from ticked boxes and sentences. */
function answersIn(text: ReadText): readonly Answer[] {
  const [authorizedExit, incapacityReason, certifType] = [authorizedExitIn(text), incapacityReasonIn(text), certifTypeIn(text)];
  return [
    ...(authorizedExit === null ? [] : [{ name: 'authorizedExit' as const, value: authorizedExit }]),
    ...(incapacityReason === null ? [] : [{ name: 'incapacityReason' as const, value: incapacityReason }]),
    ...(certifType === null ? [] : [{ name: 'certifType' as const, value: certifType }]),
  ];
}
