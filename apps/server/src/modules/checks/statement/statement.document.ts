import { dayOf } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { formatInami, isInami } from '@checkwell/domain/people/numbers/inami';
import { type StatementMonth, statementPeriod } from '@checkwell/domain/people/statement';
import { formatsIn } from '@checkwell/messages/formats';
import { getTranslator } from '@checkwell/messages/translator';
import type { Letterhead, PdfBlock, PdfDocument } from '../../../platform/pdf/document.ts';
import { known, sellerIdentity, sellerLines } from '../../../platform/seller-lines.ts';
import type { findStatementDoctor, StatementRow } from './statement.repository.ts';

interface Statement {
  readonly doctor: NonNullable<Awaited<ReturnType<typeof findStatementDoctor>>>;
  readonly month: StatementMonth;
  readonly rows: readonly StatementRow[];
  readonly language: InterfaceLanguage;
  readonly now: Date;
  readonly seller: Seller;
  readonly logo: Letterhead['logo'];
}

/** Fees and kilometres of a month as a document: no invoice, and it says so. */
export function statementDocument({ doctor, month, rows, language, now, seller, logo }: Statement): PdfDocument {
  const t = getTranslator(language, 'missions');
  const enums = getTranslator(language, 'enums');
  const formats = formatsIn(language);
  const { from, to } = statementPeriod(month);
  const sum = (of: (row: StatementRow) => number | null) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);
  const { phone, email, name } = sellerLines(seller, language);
  const label = getTranslator(language, 'planning')('doctors.inami');
  const inami = isInami(doctor.inamiNumber) ? `${label} ${formatInami(doctor.inamiNumber)}` : null;
  const table: readonly PdfBlock[] = [
    {
      kind: 'table',
      columns: [
        { label: t('statement.check'), width: 1.7 },
        { label: t('statement.company'), width: 4.2 },
        { label: t('statement.km'), align: 'right', width: 1.2 },
        { label: t('statement.travel'), align: 'right', width: 1.7 },
        { label: t('statement.fee'), align: 'right', width: 1.4 },
        { label: t('statement.total'), align: 'right', width: 1.4 },
      ],
      rows: rows.map((row) => [
        {
          text: formats.date(row.checkDate ?? (row.archivedAt && dayOf(row.archivedAt))),
          detail: enums(`checkLocation.${row.checkLocation}`),
        },
        { text: row.companyName, detail: row.id },
        row.distanceToCheck === null ? '' : formats.km(row.distanceToCheck),
        formats.money(row.doctorTravelCosts ?? 0),
        formats.money(row.doctorTotalPrice - (row.doctorTravelCosts ?? 0)),
        formats.money(row.doctorTotalPrice),
      ]),
    },
    {
      kind: 'sums',
      rows: [
        [t('statement.kmTotal'), formats.km(sum(({ distanceToCheck }) => distanceToCheck))],
        [t('statement.travel'), formats.money(sum(({ doctorTravelCosts }) => doctorTravelCosts))],
        [t('statement.fee'), formats.money(sum((row) => row.doctorTotalPrice - (row.doctorTravelCosts ?? 0)))],
        [t('statement.total'), formats.money(sum(({ doctorTotalPrice }) => doctorTotalPrice))],
      ],
    },
  ];
  return {
    language,
    letterhead: { name, logo },
    title: t('statement.title', { month: formats.month(dayOf(from)) }),
    subtitle: known([doctor.doctorFullName, inami, doctor.practiceAddress]).join('\n'),
    source: `${sellerIdentity(seller, language)}\n${known([phone, email, t('statement.source', { date: formats.dateTime(now) })]).join(' · ')}`,
    blocks: [
      ...(now < to ? [{ kind: 'notice', tone: 'neutral', text: t('statement.unfinished') } as const] : []),
      ...(rows.length === 0 ? [{ kind: 'text', text: t('statement.empty') } as const] : table),
      { kind: 'text', soft: true, text: t('statement.note') },
    ],
  };
}
