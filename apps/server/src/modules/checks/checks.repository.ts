import type { CheckOccurence } from '@checkwell/domain/check/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { StayAtHomeDuty } from '@checkwell/domain/law/deadlines/availability-window';
import type { Reach } from '@checkwell/domain/policy';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { type ReadTx, type Tables, violates, type WriteTx } from '../../platform/db/database.ts';
import { keysOf } from '../../platform/db/fragments.ts';
import { type ReachColumns, reachCondition } from '../../platform/db/reach.ts';
import { isErased, type Unsealed, unsealed } from '../../platform/db/seals/sealed-logs.ts';

type CheckColumns = Selectable<Tables['checks']>;
/** A check as it is written the first time. */
export type NewCheck = Insertable<Tables['checks']>;
/** Columns that a transition changes. */
export type CheckChanges = Updateable<Tables['checks']>;

/** A check with what its lists and its page show of its company and superior. */
export interface CheckRecord extends CheckColumns {
  readonly workerFullName: string;
  readonly companyName: string;
  /** What the company pays for a check by contract; cents, VAT excluded. */
  readonly contractPrice: number;
  /** null when there is none, and for doctors, who have no business with superiors. */
  readonly superiorFullName: string | null;
  readonly superiorEmail: string | null;
  readonly superiorLg: Selectable<Tables['superiors']>['language'] | null;
  /** Document of the certificate; null without one. */
  readonly documentId: string | null;
  /** Whether the actor reaches the other record (`Links`). */
  readonly employeeReached: boolean;
  readonly certificateReached: boolean;
  readonly parentCheckReached: boolean;
}

/** How far the actor reaches into what a check points to. */
export interface Links {
  readonly employees: Reach;
  readonly certificates: Reach;
  readonly checks: Reach;
}

export interface CheckEventRecord extends Unsealed<'check_events'> {
  /** null when the actor may not see the profile behind it. */
  readonly actorName: string | null;
  /** Whether its personal parts were erased by age. */
  readonly detailsErased: boolean;
  /** When the check was archived. */
  readonly archivedAt: Date | null;
}

/** Values of a record that other tables hold. */
const JOINED = {
  companyName: { table: 'companies', value: sql`o.name` },
  contractPrice: { table: 'companies', value: sql`o."checkPrice"` },
  superiorFullName: { table: 'superiors', value: sql`s."superiorFullName"` },
  superiorEmail: { table: 'superiors', value: sql`s.email::text` },
  superiorLg: { table: 'superiors', value: sql`s.language` },
  documentId: { table: 'certificates', value: sql`d."documentId"` },
} as const;
const JOINS = {
  companies: sql`join companies o on o.id = c."companyId"`,
  superiors: sql`left join superiors s on s."companyId" = c."companyId" and s.id = c."superiorId"`,
  certificates: sql`left join certificates d on d."companyId" = c."companyId" and d.id = c."certificateId"`,
} as const;
/** … and those that say how far the actor reaches. */
const REACHED = {
  employeeReached: ({ employees }: Links) => isReached(employees, 'employees', 'employeeId', EMPLOYEE_REACH),
  certificateReached: ({ certificates }: Links) => isReached(certificates, 'certificates', 'certificateId', CERTIFICATE_REACH),
  parentCheckReached: ({ checks }: Links) => isReached(checks, 'checks', 'parentCheckId', CHECK_REACH),
} as const;

/** The columns that are read of checks `c`, and the joins that they need. @param names null: the whole record */
export function selection(links: Links, names: readonly string[] | null) {
  const joined = (name: string) => JOINED[name as keyof typeof JOINED] as (typeof JOINED)[keyof typeof JOINED] | undefined;
  const value = (name: string) => joined(name)?.value ?? REACHED[name as keyof typeof REACHED]?.(links) ?? sql.ref(`c.${name}`);
  const named = names ?? [...Object.keys(JOINED), ...Object.keys(REACHED)];
  const tables = new Set(named.flatMap((name) => joined(name)?.table ?? []));
  return {
    columns: sql.join([...(names === null ? [sql`c.*`] : []), ...named.map((name) => sql`${value(name)} as ${sql.ref(name)}`)]),
    joins: sql.join(
      [...tables].map((table) => JOINS[table]),
      sql` `,
    ),
  };
}
/** The columns of checks `c` that a reach is compared with. */
export const REACH_COLUMNS = {
  companyId: 'c.companyId',
  superiorId: 'c.superiorId',
  orderedByProfileId: 'c.orderedByProfileId',
  doctorId: 'c.doctorId',
} as const;

const EMPLOYEE_REACH = { companyId: 'l.companyId', superiorId: 'l.superiorId', orderedByProfileId: 'l.createdByProfileId' } as const;
const CERTIFICATE_REACH = EMPLOYEE_REACH;
const CHECK_REACH = {
  companyId: 'l.companyId',
  superiorId: 'l.superiorId',
  orderedByProfileId: 'l.orderedByProfileId',
  doctorId: 'l.doctorId',
} as const;

/** Whether the row that a check points to is within the reach: looked up for those alone who do not reach all or none. */
function isReached(
  reach: Reach,
  table: 'employees' | 'certificates' | 'checks',
  column: 'employeeId' | 'certificateId' | 'parentCheckId',
  columnsOf: ReachColumns,
): RawBuilder<boolean> {
  if (reach.kind === 'any' || (reach.kind === 'companies' && reach.companies.every(({ own }) => own === null))) return sql<boolean>`true`;
  if (reach.kind === 'none') return sql<boolean>`false`;
  return sql<boolean>`exists (select from ${sql.table(table)} l
    where l."companyId" = c."companyId" and l.id = ${sql.ref(`c.${column}`)} and ${reachCondition(reach, columnsOf)})`;
}

/** The check, if the reach holds it. */
export async function findCheck(tx: ReadTx, reach: Reach, id: string, links: Links): Promise<CheckRecord | undefined> {
  const { columns, joins } = selection(links, null);
  const { rows } = await sql<CheckRecord>`
    select ${columns} from checks c ${joins} where c.id = ${id} and ${reachCondition(reach, REACH_COLUMNS)}`.execute(tx);
  return rows[0];
}

/** What was asked for on each of these certificates: what is still on its way, else the last that came to an end by itself. */
export async function findOfCertificates(
  tx: ReadTx,
  reach: Reach,
  certificates: readonly Pick<CheckColumns, 'companyId' | 'id'>[],
  links: Links,
): Promise<readonly CheckRecord[]> {
  const { columns, joins } = selection(links, null);
  const { rows } = await sql<CheckRecord>`
    select ${columns} from (
      select distinct on (c."companyId", c."certificateId") c."companyId", c.id from checks c
      where (c."companyId", c."certificateId") in (${keysOf(certificates)})
        and (c.status <> 'Archived' or c."checkOccurence" not in ('Cancelled', 'Deleted')) and ${reachCondition(reach, REACH_COLUMNS)}
      order by c."companyId", c."certificateId", c.status = 'Archived', c."creationDate" desc, c.id desc
    ) latest join checks c on c."companyId" = latest."companyId" and c.id = latest.id ${joins}`.execute(tx);
  return rows;
}

/** The checks after these, of the same incapacity, that the reach holds; the first ordered first. An administrative error is none. */
export async function findLater(
  tx: ReadTx,
  reach: Reach,
  checks: readonly Pick<CheckColumns, 'companyId' | 'id'>[],
): Promise<readonly { readonly id: string; readonly parentCheckId: string }[]> {
  const { rows } = await sql<{ id: string; parentCheckId: string }>`
    select c.id, c."parentCheckId" from checks c
    where (c."companyId", c."parentCheckId") in (${keysOf(checks)})
      and c."checkOccurence" is distinct from 'Deleted' and ${reachCondition(reach, REACH_COLUMNS)}
    order by c."creationDate", c.id`.execute(tx);
  return rows;
}

/** @throws {DatabaseError} see `isDoctorBusy` */
export async function insertCheck(tx: WriteTx, check: NewCheck): Promise<void> {
  await tx.insertInto('checks').values(check).execute();
}

/** Whether the error says that the doctor has another appointment at that time. */
export const isDoctorBusy = (error: unknown): boolean => violates(error, 'checks_doctor_overlap');

export async function insertEvent(tx: WriteTx, event: Insertable<Tables['check_events']>): Promise<void> {
  await tx.insertInto('check_events').values(event).execute();
}

/** The histories of several checks within the reach, each oldest first. */
export async function findEvents(
  tx: ReadTx,
  reach: Reach,
  checks: readonly Pick<CheckRecord, 'companyId' | 'id'>[],
): Promise<readonly CheckEventRecord[]> {
  const { rows } = await sql<CheckEventRecord>`
    select ${unsealed('check_events', 'e')}, ${isErased('e')} as "detailsErased", trim(p."firstName" || ' ' || p."lastName") as "actorName", c."archivedAt" from check_events e
    join checks c on c."companyId" = e."companyId" and c.id = e."checkId"
    left join profiles p on p.id = e."actorProfileId"
    where (e."companyId", e."checkId") in (${keysOf(checks)})
      and ${reachCondition(reach, REACH_COLUMNS)}
    order by e."checkId", e.version`.execute(tx);
  return rows;
}

/** What the result said before the first ruling of an arbitrating doctor; undefined: there is none, or the line was erased. */
export async function findBeforeRuling(
  tx: ReadTx,
  { companyId, id }: Pick<CheckRecord, 'companyId' | 'id'>,
): Promise<{ readonly checkOccurence: CheckOccurence; readonly newIncapacityEndDate: CalendarDay | null } | undefined> {
  const { rows } = await sql<{ checkOccurence: CheckOccurence; newIncapacityEndDate: CalendarDay | null }>`
    select details->'former'->>'checkOccurence' as "checkOccurence", details->'former'->>'newIncapacityEndDate' as "newIncapacityEndDate"
    from check_events where "companyId" = ${companyId} and "checkId" = ${id} and action = 'recordRuling' and details ? 'former'
    order by version limit 1`.execute(tx);
  return rows[0];
}

/** What shows how a result came about. */
export interface ResultEvidence {
  readonly recordedAt: Date;
  readonly actorKind: string;
  /** What the record said of the declaration of independence and of the findings: null where it said nothing. */
  readonly independenceDeclared: boolean | null;
  readonly findingsHandedOver: boolean | null;
}

/**
 * How the result of a check was recorded; undefined where nobody recorded one, such as of a cancelled check. Whether findings were handed over the last
 * correction says: somebody who was first reported as a no-show had none.
 */
export async function findResultEvidence(
  tx: ReadTx,
  { companyId, id }: Pick<CheckRecord, 'companyId' | 'id'>,
): Promise<ResultEvidence | undefined> {
  const { rows } = await sql<ResultEvidence>`
    select r.at as "recordedAt", r."actorKind", (r.details->>'independenceDeclared')::boolean as "independenceDeclared",
      (select (l.details->>'findingsHandedOver')::boolean from check_events l
        where l."companyId" = r."companyId" and l."checkId" = r."checkId" and l.action in ('recordResult', 'correctResult')
        order by l.version desc limit 1) as "findingsHandedOver"
    from check_events r where r."companyId" = ${companyId} and r."checkId" = ${id} and r.action = 'recordResult'
    order by r.version desc limit 1`.execute(tx);
  return rows[0];
}

/** The licence of a doctor. Employers read nothing of doctors but what the report says: only for the system, once a check was read. */
export async function findInamiNumber(tx: ReadTx, doctorId: string): Promise<string | undefined> {
  const doctor = await tx.selectFrom('doctors').select('inamiNumber').where('id', '=', doctorId).executeTakeFirst();
  return doctor?.inamiNumber;
}

/** What an order needs of the company. */
export async function findCompany(tx: ReadTx, companyId: string): Promise<{ readonly checkPrice: number } | undefined> {
  return tx.selectFrom('companies').select('checkPrice').where('id', '=', companyId).executeTakeFirst();
}

/** The hours at which the company's workers stay at home for a control doctor; null without such a duty. */
export async function findDuty(tx: ReadTx, companyId: string): Promise<StayAtHomeDuty | null> {
  const row = await tx
    .selectFrom('companies')
    .select(['availabilityDays', 'availabilityFrom', 'availabilityTo'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  const { availabilityDays = null, availabilityFrom = null, availabilityTo = null } = row ?? {};
  return availabilityDays === null || availabilityFrom === null || availabilityTo === null
    ? null
    : { availabilityDays, availabilityFrom, availabilityTo };
}

export async function hasSuperior(tx: ReadTx, companyId: string, id: string): Promise<boolean> {
  const row = await tx.selectFrom('superiors').select('id').where('companyId', '=', companyId).where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** The last check of the same incapacity that came to an end: the order is then a later round (domain.md 4.3). */
export async function findEarlierRound(
  tx: ReadTx,
  order: {
    readonly companyId: string;
    readonly employeeId: string;
    readonly certificateId: string | null;
    readonly startDate: CalendarDay;
  },
): Promise<string | null> {
  const row = await tx
    .selectFrom('checks')
    .select('id')
    .where('companyId', '=', order.companyId)
    .where('employeeId', '=', order.employeeId)
    .where('status', '=', 'Archived')
    .where('checkOccurence', 'not in', ['Cancelled', 'Deleted'])
    .where((eb) =>
      eb.or([
        eb('incapacityStartDate', '=', order.startDate),
        ...(order.certificateId ? [eb('certificateId', '=', order.certificateId)] : []),
      ]),
    )
    .orderBy('archivedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Whether a check other than `exceptId` was ordered on a certificate. `open`: one is not archived. `done`: the only ones are archived with a result, or could
 * not be carried out. null: none, or all were cancelled or deleted.
 */
export async function findOrdered(
  tx: ReadTx,
  companyId: string,
  certificateId: string,
  exceptId: string | null,
): Promise<'open' | 'done' | null> {
  const { rows } = await sql<{ state: 'open' | 'done' }>`
    select case when status = 'Archived' then 'done' else 'open' end as state from checks
    where "companyId" = ${companyId} and "certificateId" = ${certificateId} and id is distinct from ${exceptId}::uuid
      and (status <> 'Archived' or "checkOccurence" not in ('Cancelled', 'Deleted'))
    order by status = 'Archived' limit 1`.execute(tx);
  return rows[0]?.state ?? null;
}

export async function insertMedicalNote(tx: WriteTx, note: Insertable<Tables['medical_notes']>): Promise<void> {
  await tx.insertInto('medical_notes').values(note).execute();
}

type WaitingResult = Selectable<Tables['waiting_results']>;

export async function insertWaitingResult(tx: WriteTx, result: Insertable<Tables['waiting_results']>): Promise<void> {
  await tx.insertInto('waiting_results').values(result).execute();
}

/** The waiting result of a check. Row-level security shows it to the system and to its sender, and to planners while it is held. */
export async function findWaitingResult(tx: ReadTx, companyId: string, checkId: string): Promise<WaitingResult | undefined> {
  return tx.selectFrom('waiting_results').selectAll().where('companyId', '=', companyId).where('checkId', '=', checkId).executeTakeFirst();
}

/** Binds the waiting result to the next version of the check, whose row the caller has locked. `sealed` replaces its contents. */
export async function moveWaitingResult(
  tx: WriteTx,
  companyId: string,
  checkId: string,
  changes: { readonly version: number; readonly sealed?: Buffer },
): Promise<void> {
  await tx.updateTable('waiting_results').set(changes).where('companyId', '=', companyId).where('checkId', '=', checkId).execute();
}

/** Deletes the waiting result of a check. @returns false if there is none, or if the actor is neither the system nor its sender */
export async function deleteWaitingResult(tx: WriteTx, companyId: string, checkId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('waiting_results')
    .where('companyId', '=', companyId)
    .where('checkId', '=', checkId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The encrypted medical notes of these checks; row-level security shows a note only to its author. */
export function findMedicalNotes(
  tx: ReadTx,
  checks: readonly { readonly companyId: string; readonly id: string }[],
): Promise<{ companyId: string; checkId: string; note: Buffer }[]> {
  return tx
    .selectFrom('medical_notes')
    .select(['companyId', 'checkId', 'note'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('companyId', 'checkId'),
        'in',
        checks.map(({ companyId, id }) => tuple(companyId, id)),
      ),
    )
    .execute();
}
