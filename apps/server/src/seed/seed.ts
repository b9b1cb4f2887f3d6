import { setImmediate as turn } from 'node:timers/promises';
import { addDays, type Clock, instantAt } from '@checkwell/domain/clock';
import { daysOfMonth, monthsToInvoice } from '@checkwell/domain/invoice/monthly';
import type { Identity } from '../modules/identity/identity.service.ts';
import type { InvoiceService } from '../modules/invoices/invoices.service.ts';
import type { Database, WriteTx } from '../platform/db/database.ts';
import { belgianPlaces } from '../platform/geo/places.ts';
import { demoAccounts } from './accounts.ts';
import { bulkInsert } from './bulk.ts';
import { type DocumentStore, MAX_DOCUMENTS, writeDocuments } from './documents.ts';
import { addHistory } from './history.ts';
import type { HistoryRows, Row, SeedCompany } from './history-types.ts';
import { companiesOf, insertCompanies } from './people/companies.ts';
import { doctorsOf } from './people/doctors.ts';
import { makeAccounts } from './people/make-accounts.ts';
import { employeeOf, nearDoctors, superiorsOf } from './people/staff.ts';
import { type Random, randomFrom } from './random.ts';
import { DEFAULT_SIZE, type SeedSize } from './size.ts';

/** Creation date of the demo's companies, doctors and people; fixed, so that a repeated seed makes the same ids. */
const FOUNDED = new Date('2023-11-06T08:00:00Z');

export interface SeedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly identity: Pick<Identity, 'createAccount'>;
  readonly invoices: Pick<InvoiceService, 'issueMonth'>;
  readonly documents: DocumentStore;
  /** Reports progress: employees done, employees in all. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Reports progress after the rows: indexes made, indexes in all. */
  readonly onIndexes?: (done: number, total: number) => void;
}

/** Employees after which other work, such as sending rows, gets a turn of the event loop. */
const EMPLOYEES_PER_TURN = 20;
const HISTORY_TABLES = ['employees', 'certificates', 'checks', 'check_events', 'employee_messages'] as const;

/** Whether the database has no employees yet, so that the demo may fill it. */
export async function isEmpty(db: Database): Promise<boolean> {
  return db.system(
    'seed: is it empty',
    async (tx) => (await tx.selectFrom('employees').select('id').limit(1).executeTakeFirst()) === undefined,
  );
}

/**
 * Fills the database with the demo: companies, doctors, people, accounts of every role and two years of history.
 * The same size on the same day gives the same rows on every machine. The history is written in one transaction: after a
 * seed that was killed, `isEmpty` still holds and the next start fills the database.
 */
export async function seed(
  { db, clock, identity, invoices, documents, onProgress, onIndexes }: SeedDeps,
  size: SeedSize = DEFAULT_SIZE,
): Promise<void> {
  const now = clock.now();
  const existing = await db.system('seed: companies', async (tx) => tx.selectFrom('employees').select('companyId').distinct().execute());
  const offset = existing.length;
  const random = randomFrom(20_261_121 + offset);
  const founded = FOUNDED;
  const places = belgianPlaces();
  const companies = companiesOf(random, places, size, offset, founded);
  const doctors = await db.system('seed: base', async (tx) => {
    await insertCompanies(tx, companies);
    return doctorsOf(tx, random, places, founded);
  });
  const demo = offset === 0 ? demoAccounts(companies) : [];
  await makeAccounts(identity, random, demo, companies, doctors, founded);
  const plannerIds = await db.system('seed: planners', async (tx) =>
    (await tx.selectFrom('profiles').select('id').where('kind', '=', 'planner').orderBy('userName').execute()).map(({ id }) => id),
  );
  await db.load(
    HISTORY_TABLES,
    async (tx) => {
      const total = companies.reduce((sum, { staff }) => sum + staff, 0);
      const takenSlots = new Set<string>();
      const room = { left: MAX_DOCUMENTS };
      let done = 0;
      // One part is written while the next is generated.
      let written: Promise<void> = Promise.resolve();
      for (const company of companies) {
        const superiorIds = await superiorsOf(tx, random, company, founded);
        const ordererIds = (
          await tx.selectFrom('company_users').select('profileId').where('companyId', '=', company.id).orderBy('profileId').execute()
        ).map(({ profileId }) => profileId);
        const seedCompany: SeedCompany = {
          id: company.id,
          price: company.price,
          control: company.control,
          ordererIds: ordererIds.length > 0 ? ordererIds : plannerIds,
          plannerIds,
        };
        const near = nearDoctors(doctors);
        for (let from = 0; from < company.staff; from += 500) {
          const employeeRows: Row[] = [];
          const rows: HistoryRows = { certificates: [], documents: [], checks: [], check_events: [], employee_messages: [] };
          for (let index = from; index < Math.min(company.staff, from + 500); index += 1) {
            const { employee, row } = employeeOf(random, company, index, superiorIds, near, founded);
            employeeRows.push(row);
            addHistory({ random, now, company: seedCompany, takenSlots, documents: room }, employee, rows);
            if (index % EMPLOYEES_PER_TURN === 0) await turn();
          }
          await written;
          written = writeHistory(tx, documents, employeeRows, rows).then(() => {
            done += employeeRows.length;
            onProgress?.(done, total);
          });
          written.catch(() => undefined); // awaited above and below, where an error is thrown
        }
      }
      await written;
    },
    onIndexes,
  );
  await issueInvoices(invoices, random, now);
}

/** Issues the invoices of the last year, each month's on the first of the next. If the seed is killed before this, the product's job issues them. */
async function issueInvoices(invoices: SeedDeps['invoices'], random: Random, now: Date): Promise<void> {
  for (const month of monthsToInvoice(now)) {
    const at = instantAt(addDays(daysOfMonth(month).to, 1), '03:00');
    await invoices.issueMonth(month, { at, newId: () => random.uuid(at) });
  }
}

async function writeHistory(
  tx: WriteTx,
  store: DocumentStore,
  employees: readonly Row[],
  { certificates, documents, checks, check_events, employee_messages }: HistoryRows,
): Promise<void> {
  await Promise.all([
    writeDocuments(tx, store, documents),
    bulkInsert(tx, 'employees', employees),
    bulkInsert(tx, 'certificates', certificates),
    bulkInsert(tx, 'checks', checks),
    bulkInsert(tx, 'check_events', check_events),
    bulkInsert(tx, 'employee_messages', employee_messages),
  ]);
}
