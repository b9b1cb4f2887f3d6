import type { Actor } from '@checkwell/domain/policy';
import { expect, test } from 'vitest';
import type { CheckView } from '../checks/checks.service.ts';
import { certificateColumns } from './certificates.table.ts';
import { employeeColumns } from './employees.table.ts';
import { type Column, type ExportTexts, textsOf } from './exports-texts.ts';
import { reportColumns } from './reports.table.ts';

const texts: ExportTexts = { ...textsOf('en'), label: (key) => key };
const person = { profileId: 'p', email: 'a@b.example' };
const ACTORS: readonly Actor[] = [
  { kind: 'planner', ...person },
  { kind: 'employer', ...person, memberships: [{ companyId: 'c', accesType: 'admin', superiorId: null }] },
];
const SUPERIOR = { superiorFullName: ['superior.superiorFullName'], superiorEmail: ['superior.email'] };

/** The fields that a column reads of its row. */
function fieldsOf<Row>({ value }: Column<Row>): readonly string[] {
  const read: string[] = [];
  const at = (path: string): unknown =>
    new Proxy(
      {},
      {
        get(_, name) {
          const field = path + String(name);
          if (name === 'superior') return at(`${field}.`);
          read.push(field);
          return '2026-03-02';
        },
      },
    );
  value(at('') as Row);
  return [...new Set(read)].toSorted();
}

/** Each column with what it reads; where that is more or other than the field of its name, `others` says what. */
function readings<Row>(columns: readonly Column<Row>[], others: Readonly<Record<string, readonly string[]>>) {
  return {
    read: Object.fromEntries(columns.map((column) => [column.id, fieldsOf(column)])),
    named: Object.fromEntries(columns.map(({ id }) => [id, others[id] ?? [id]])),
  };
}

const companyName = ['employeeCompanyName'];
const certificates = readings(certificateColumns(texts), {
  ...SUPERIOR,
  companyName,
  days: ['endDate', 'startDate'],
  hasDocument: ['documentId'],
  certificateSource: ['source'],
});
const employees = readings(employeeColumns(texts), { ...SUPERIOR, companyName });
const reports = ACTORS.map((actor) =>
  readings(reportColumns(actor, null, texts), {
    daysSaved: ['checkOccurence', 'earlyReturn', 'incapacityEndDate', 'newIncapacityEndDate'],
  }),
);

test('the days that results saved add up to the figure of the dashboard: a day without certificate that is not confirmed is one', () => {
  const column = reportColumns(ACTORS[0] as Actor, null, texts).find(({ id }) => id === 'daysSaved');
  const saved = (values: object) => column?.value({ earlyReturn: true, incapacityEndDate: '2026-03-20', ...values } as CheckView);
  expect(saved({ checkOccurence: 'Yes', newIncapacityEndDate: '2026-03-17' })).toBe(3);
  expect(saved({ checkOccurence: 'NoCertifDenied', newIncapacityEndDate: null })).toBe(1);
  expect(saved({ checkOccurence: 'Yes', earlyReturn: false, newIncapacityEndDate: null })).toBeNull();
  expect(saved({ checkOccurence: 'Yes', incapacityEndDate: null, newIncapacityEndDate: '2026-03-17' })).toBeNull();
});

test.each([certificates, employees, ...reports])('each column of a file holds the field of its name: %#', ({ read, named }) => {
  expect(Object.keys(read).length).toBeGreaterThan(10);
  expect(read).toEqual(named);
});
