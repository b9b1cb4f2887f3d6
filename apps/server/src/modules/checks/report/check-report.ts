import { type CheckFact, reportFacts } from '@checkwell/domain/check/facts';
import type { Correction } from '@checkwell/domain/check/result/correction-lines';
import { explanationOf, OUTCOME_TONES, outcomeOf, tookPlace } from '@checkwell/domain/check/result/outcome';
import { type OutcomeStep, stepsOf } from '@checkwell/domain/check/result/outcome-steps';
import { isExamined } from '@checkwell/domain/check/result/result';
import { employeeMessageKey } from '@checkwell/domain/check/times/told';
import type { WithWorker } from '@checkwell/domain/check/worker-visibility';
import type { CalendarDay } from '@checkwell/domain/clock';
import { type InterfaceLanguage, VAT_PERCENT } from '@checkwell/domain/constants';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { lawAddress } from '@checkwell/domain/law/dated';
import { formatInami } from '@checkwell/domain/people/numbers/inami';
import { employeeMessageValues, type ShownEmployeeMessage } from '@checkwell/messages/employee-messages';
import { factText } from '@checkwell/messages/facts';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { Letterhead, PdfBlock, PdfDocument, PdfListItem } from '../../../platform/pdf/document.ts';
import { known, sellerIdentity, sellerLines } from '../../../platform/seller-lines.ts';
import type { ResultEvidence } from '../checks.repository.ts';
import type { CheckView } from '../checks.view.ts';
import type { AttemptView } from '../steps/checks-attempts.ts';

/** How the result came about, for who must prove it. */
export interface ReportEvidence extends ResultEvidence {
  readonly inamiNumber: string | null;
}

interface ReportFrame {
  readonly language: InterfaceLanguage;
  /** Decides which terms are over. */
  readonly today: CalendarDay;
  readonly now: Date;
  /** null: nobody recorded a result. */
  readonly evidence: ReportEvidence | null;
  /** How the employee was notified of the appointment, oldest first. */
  readonly employeeMessages: readonly ShownEmployeeMessage[];
  /** What was corrected after the report was there to be read, oldest first. */
  readonly corrections: readonly Correction<Date>[];
  /** Visits where nobody opened, as far as this reader reads them, oldest first. */
  readonly attempts: readonly AttemptView[];
  /** Who answers for the report. */
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

/**
 * The report of a check as a document: who answers for it, what the screen shows this reader, in the same order and words, without the
 * national number, and how the result came about.
 */
export function reportDocument(
  check: WithWorker<CheckView>,
  { language, today, now, evidence, employeeMessages, corrections, attempts, seller, logo }: ReportFrame,
): PdfDocument {
  const formats = formatsIn(language);
  const reports = getTranslator(language, 'reports');
  const checks = getTranslator(language, 'checks');
  const fields = getTranslator(language, 'checkFields');
  const enums = getTranslator(language, 'enums');
  const common = getTranslator(language, 'common');

  const labelOf = ({ key }: CheckFact): string => (key === 'vat' ? common('vat', { percent: VAT_PERCENT }) : fields(key));
  const translate = getTranslator(language, 'checks', 'enums', 'common');

  function outcomeBlock(): PdfBlock {
    const outcome = outcomeOf(check);
    const explanation = explanationOf(check);
    const reason = check.nonOperableReason;
    const text =
      outcome.key === 'nonOperable' && reason !== null
        ? reports('outcome.nonOperableWhy', { reason: enums(`nonOperableReason.${reason}`) })
        : outcome.date === null
          ? reports(`outcome.${outcome.key}`)
          : reports(`outcome.${outcome.key}`, { date: formats.date(outcome.date) });
    const detail =
      explanation === null
        ? undefined
        : explanation.key === 'fit'
          ? reports('outcomeText.fit', { date: formats.date(explanation.date), days: formats.days(explanation.days) })
          : reports(`outcomeText.${explanation.key}`);
    return { kind: 'notice', tone: OUTCOME_TONES[outcome.key], text, ...(detail !== undefined && { detail }) };
  }

  function item({ key, date, due, source }: OutcomeStep): PdfListItem {
    const reason = check.nonOperableReason;
    return {
      text:
        key === 'byReason'
          ? reason === null
            ? ''
            : enums(`nonOperableNextStep.${reason}`)
          : reports(`next.${key}`, { date: formats.date(date) }),
      ...(due !== null && { strong: reports(due < today ? 'next.duePassed' : 'next.due', { date: formats.dateLong(due) }) }),
      ...(source !== null && {
        detail: reports('next.source', { law: reports(`source.${source.key}`) }),
        link: lawAddress(source.address, language),
      }),
    };
  }

  function evidenceBlocks({ inamiNumber, recordedAt, actorKind, independenceDeclared, findingsHandedOver }: ReportEvidence): PdfBlock[] {
    const { examinedFrom, examinedTo, checkLocation, checkOccurence } = check;
    const atHome = checkLocation === 'House' ? `\n${check.workerAddress}` : '';
    const byDoctor = actorKind === 'doctor';
    const rows: (readonly [string, string])[] = [
      ...(inamiNumber === null ? [] : [[reports('pdf.evidence.inami'), formatInami(inamiNumber)] as const]),
      ...(examinedFrom === null || examinedTo === null
        ? []
        : [
            [
              reports('pdf.evidence.time'),
              `${formats.date(examinedFrom)}, ${reports('pdf.evidence.period', { from: formats.time(examinedFrom), to: formats.time(examinedTo) })}`,
            ] as const,
          ]),
      [reports('pdf.evidence.place'), `${enums(`checkLocation.${checkLocation}`)}${atHome}`],
      [
        reports('pdf.evidence.recorded'),
        reports(byDoctor ? 'pdf.evidence.byDoctor' : 'pdf.evidence.byPlanner', { date: formats.dateTime(recordedAt) }),
      ],
      ...(independenceDeclared ? [[reports('pdf.evidence.independence'), reports('pdf.evidence.declared')] as const] : []),
      ...(findingsHandedOver === null || checkOccurence === null || !isExamined(checkOccurence)
        ? []
        : [[reports('pdf.evidence.handedOver'), common(findingsHandedOver ? 'yes' : 'no')] as const]),
    ];
    return [
      { kind: 'heading', text: reports('pdf.evidence.title') },
      { kind: 'facts', rows },
    ];
  }

  function attemptBlocks({
    attemptedAt,
    receivedAt,
    detailsErased,
    bell,
    accuracyMetres,
    withinDuty,
    cardStart,
    photoId,
  }: AttemptView): PdfBlock[] {
    const moment = checks('attempts.line', { moment: formats.momentLong(attemptedAt) });
    const late = receivedAt && checks('attempts.late', { moment: formats.dateTime(receivedAt) });
    const card = cardStart === null ? checks('attempts.cardNone') : checks('attempts.cardOf', { moment: formats.momentLong(cardStart) });
    const rows: (readonly [string, string])[] = [
      [checks('attempts.bell'), detailsErased ? checks('erased') : bell],
      [checks('attempts.card'), known([card, photoId && checks('attempts.photographed')]).join('\n')],
      [
        checks('attempts.position'),
        detailsErased
          ? checks('erased')
          : accuracyMetres === null
            ? checks('attempts.positionNone')
            : checks('attempts.positionOf', { metres: formats.number(accuracyMetres) }),
      ],
      ...(withinDuty === null
        ? []
        : [[checks('attempts.duty'), checks(withinDuty ? 'attempts.dutyInside' : 'attempts.dutyOutside')] as const]),
    ];
    return [
      { kind: 'heading', text: checks('attempts.title') },
      { kind: 'text', text: known([moment, late]).join('\n') },
      { kind: 'facts', rows },
    ];
  }

  /** Only what is true of this outcome: nobody gives an opinion on whom nobody examined. */
  function closingSentences(): string {
    const examined = check.checkOccurence !== null && isExamined(check.checkOccurence);
    return known([
      examined ? reports('pdf.opinion') : null,
      steps.some(({ due }) => due !== null) ? reports('pdf.terms') : null,
      tookPlace(check) ? reports('pdf.pay') : null,
      evidence && reports('pdf.unsigned'),
    ]).join(' ');
  }

  const steps = stepsOf(check, today);
  const closing = closingSentences();
  const { phone, email } = sellerLines(seller, language);
  const origin = reports('pdf.source', { date: formats.dateTime(now) });

  return {
    language,
    letterhead: { name: sellerLines(seller, language).name, logo },
    title: `${reports('pdf.title')} – ${check.workerFullName}`,
    subtitle: `${check.companyName}\n${formats.dateRange(check.incapacityStartDate, check.incapacityEndDate)} · ${reports('pdf.reference', { id: check.id })}`,
    source: `${sellerIdentity(seller, language)}\n${known([phone, email, origin]).join(' · ')}`,
    blocks: [
      outcomeBlock(),
      ...corrections.flatMap(({ at, reason, replaced }): PdfBlock[] => [
        { kind: 'heading', text: reports('correction.title') },
        { kind: 'text', text: reports('correction.line', { moment: formats.dateTime(at), reason: enums(`correctionReason.${reason}`) }) },
        ...(replaced.length === 0
          ? []
          : [
              { kind: 'text', text: reports('correction.before') } as const,
              { kind: 'facts', rows: replaced.map((fact) => [labelOf(fact), factText(fact, translate, formats)] as const) } as const,
            ]),
      ]),
      { kind: 'heading', text: reports('next.title') },
      { kind: 'list', items: steps.map(item) },
      ...reportFacts(check).flatMap(({ section, facts }): PdfBlock[] => [
        { kind: 'heading', text: reports(`detail.${section}`) },
        { kind: 'facts', rows: facts.map((fact) => [labelOf(fact), factText(fact, translate, formats)]) },
      ]),
      ...(employeeMessages.length === 0
        ? []
        : [
            { kind: 'heading', text: checks('employeeMessages.title') } as const,
            {
              kind: 'list',
              items: employeeMessages.map((message) => ({
                text: checks(`employeeMessage.${employeeMessageKey(message)}`, employeeMessageValues(message, formats)),
              })),
            } as const,
          ]),
      ...attempts.flatMap(attemptBlocks),
      ...(evidence === null ? [] : evidenceBlocks(evidence)),
      ...(closing === '' ? [] : [{ kind: 'text', soft: true, text: closing } as const]),
    ],
  };
}
