import { type CheckFact, ORDER_FACT_KEYS, type OrderFactKey, reportFacts } from '@checkwell/domain/check/facts';
import { explanationOf, OUTCOME_TONES, outcomeOf } from '@checkwell/domain/check/outcome';
import { type OutcomeStep, stepsOf } from '@checkwell/domain/check/outcome-steps';
import type { CalendarDay } from '@checkwell/domain/clock';
import { type InterfaceLanguage, VAT_PERCENT } from '@checkwell/domain/constants';
import { factText } from '@checkwell/messages/facts';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { PdfBlock, PdfDocument, PdfListItem } from '../../platform/pdf/document.ts';
import type { CheckView } from './checks.view.ts';

/**
 * The report of a check as a document: what the screen shows this reader, in the same order and words, without the national number.
 * @param today decides which terms are over
 */
export function reportDocument(check: CheckView, language: InterfaceLanguage, today: CalendarDay, now: Date): PdfDocument {
  const formats = formatsIn(language);
  const words = {
    reports: getTranslator(language, 'reports'),
    checks: getTranslator(language, 'checks'),
    enums: getTranslator(language, 'enums'),
    common: getTranslator(language, 'common'),
  };
  const { reports, checks, enums, common } = words;

  const labelOf = (key: CheckFact['key']): string => {
    if (isOrderFact(key)) return checks(`field.${key}`);
    return key === 'vat' ? reports('field.vat', { percent: VAT_PERCENT }) : reports(`field.${key}`);
  };
  const textOf = (fact: CheckFact): string => {
    switch (fact.kind) {
      case 'enum':
        // Label and value come from the same place, which types them; the key's type would be every pair of both.
        return enums(`${fact.label}.${fact.value}` as 'gender.Male');
      case 'yesNo':
        return common(fact.value ? 'yes' : 'no');
      case 'sender':
        return fact.value === 'system' ? checks('eventBy.system') : fact.value;
      default:
        return factText(fact, formats);
    }
  };

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
      ...(source !== null && { detail: reports('next.source', { law: reports(`source.${source.key}`) }), link: source.address }),
    };
  }

  return {
    language,
    title: `${reports('pdf.title')} – ${check.workerFullName}`,
    subtitle: `${check.companyName} · ${formats.dateRange(check.incapacityStartDate, check.incapacityEndDate)}`,
    source: reports('pdf.source', { date: formats.dateTime(now) }),
    blocks: [
      outcomeBlock(),
      { kind: 'heading', text: reports('next.title') },
      { kind: 'list', items: stepsOf(check).map(item) },
      ...reportFacts(check).flatMap(({ section, facts }): PdfBlock[] => [
        { kind: 'heading', text: reports(`detail.${section}`) },
        { kind: 'facts', rows: facts.map((fact) => [labelOf(fact.key), textOf(fact)]) },
      ]),
      { kind: 'text', soft: true, text: reports('pdf.opinion') },
      { kind: 'text', soft: true, text: reports('pdf.terms') },
    ],
  };
}

const isOrderFact = (key: CheckFact['key']): key is OrderFactKey => ORDER_FACT_KEYS.some((known) => known === key);
