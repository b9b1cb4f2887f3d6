import { addDays } from '@checkwell/domain/clock';
import { expect, test } from 'vitest';
import { addHistory } from './history.ts';
import type { HistoryRows, SeedDoctor } from './history-types.ts';
import { randomFrom } from './random.ts';

const NOW = new Date('2026-11-17T13:30:00Z');
const ID = '01890000-0000-7000-8000-000000000001';
const SHOWN_ID = '01890000-0000-7000-8000-000000000002';
const NEAR: SeedDoctor = {
  id: ID,
  fullName: 'Els Maes',
  latitude: 51,
  longitude: 3.7,
  locations: ['Office', 'House', 'Telecheck'],
  hasAccount: false,
};
const SHOWN: SeedDoctor = { ...NEAR, id: SHOWN_ID, hasAccount: true };

function historyOf(employees: number, shownDoctor: SeedDoctor | null): HistoryRows {
  const context = {
    random: randomFrom(1),
    now: NOW,
    company: { id: ID, price: 100_00, control: 0.3, ordererIds: [ID], plannerIds: [ID] },
    takenSlots: new Set<string>(),
    documents: { left: 3 },
  };
  const rows: HistoryRows = { certificates: [], documents: [], checks: [], check_events: [], employee_messages: [] };
  for (let index = 0; index < employees; index += 1) {
    addHistory(
      context,
      {
        id: ID,
        companyId: ID,
        matricule: String(index),
        firstName: 'An',
        lastName: 'Peeters',
        gender: 'Female',
        language: 'NL',
        phoneNumber: '+32470123456',
        address: 'Kerkstraat 1, 9000 Gent',
        unit: 'Kantoor',
        searchText: 'an peeters',
        superiorId: ID,
        latitude: 51,
        longitude: 3.7,
        doctors: [NEAR],
        shownDoctor,
      },
      rows,
    );
  }
  return rows;
}

test('makes no more documents than the limit allows', () => {
  const rows = historyOf(400, null);
  expect(rows.documents).toHaveLength(3);
  expect(rows.certificates.filter(({ documentId }) => documentId !== null)).toHaveLength(3);
  const recent = addDays('2026-11-17', -30);
  const wanting = rows.certificates.filter(
    ({ entryType, endDate, documentId }) => entryType === 'MEDICAL_CERTIFICATE' && String(endDate) >= recent && documentId === null,
  );
  expect(wanting.length).toBeGreaterThan(3);
  // Certificates without an image came from the payroll system, which sends none.
  expect(wanting.every(({ source }) => source === 'api')).toBe(true);
});

test('gives future missions, and no past ones, to the doctor whom visitors can sign in as', () => {
  const { checks } = historyOf(3000, SHOWN);
  const isComing = ({ status, appointmentStart }: (typeof checks)[number]) =>
    status === 'WaitingForCheck' && String(appointmentStart) > NOW.toISOString();
  const coming = checks.filter(isComing);
  expect(coming.length).toBeGreaterThan(8);
  expect(coming.filter(({ doctorId }) => doctorId === SHOWN_ID).length / coming.length).toBeGreaterThan(0.2);
  expect(checks.filter((check) => !isComing(check) && check.doctorId === SHOWN_ID)).toEqual([]);
});

test('has nearly all recent text messages delivered, as their operator reports', () => {
  const { employee_messages: messages } = historyOf(3000, null);
  const delivered = messages.filter(({ deliveredAt }) => deliveredAt !== null).length;
  expect(messages.length).toBeGreaterThan(100);
  expect(delivered / messages.length).toBeGreaterThan(0.8);
  expect(delivered).toBeLessThan(messages.length);
});
