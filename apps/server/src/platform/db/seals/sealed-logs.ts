import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../database.ts';

/**
 * The sealed logs, with their columns in the order in which a seal reads them. `personal`: columns that may name or describe a person, and can be erased
 * while the seals still verify (docs/decisions/0083). A test fails for a column that is in neither list.
 */
export const SEALED_LOGS = {
  access_log: {
    fixed: ['id', 'at', 'companyId', 'actorRole', 'profileId', 'action', 'subjectType', 'subjectId', 'traceId'],
    personal: ['reason'],
  },
  check_events: {
    fixed: ['companyId', 'id', 'checkId', 'at', 'actorKind', 'actorProfileId', 'action', 'fromStatus', 'toStatus', 'version'],
    personal: ['reason', 'details'],
  },
  visit_attempts: {
    fixed: [
      'companyId',
      'id',
      'checkId',
      'doctorId',
      'appointmentStart',
      'attemptedAt',
      'receivedAt',
      'withinDuty',
      'distanceKm',
      'cardStart',
    ],
    personal: ['bell', 'latitude', 'longitude', 'accuracyMetres', 'photoId'],
  },
  employee_confirmations: { fixed: ['companyId', 'checkId', 'appointmentStart', 'doctorId', 'confirmedAt'], personal: [] },
  employee_moves: { fixed: ['companyId', 'checkId', 'fromStart', 'toStart', 'movedAt'], personal: [] },
} as const satisfies Readonly<Record<string, { readonly fixed: readonly string[]; readonly personal: readonly string[] }>>;

export type SealedLog = keyof typeof SEALED_LOGS;
/** Logs with personal columns. */
export type ErasableLog = { [Log in SealedLog]: (typeof SEALED_LOGS)[Log]['personal'] extends readonly [] ? never : Log }[SealedLog];

export const SEALED_LOG_NAMES = Object.keys(SEALED_LOGS) as readonly SealedLog[];

/** Columns of the seals themselves, in addition to those of `SEALED_LOGS`. */
export const SEAL_COLUMNS = ['position', 'salt', 'erased'] as const;

/** A row of a sealed log as the product reads it. */
export type Unsealed<Log extends SealedLog> = Omit<Selectable<Tables[Log]>, (typeof SEAL_COLUMNS)[number]>;

/** Expression for a query in which the log is called `alias`: whether the personal parts of a row were erased. */
export const isErased = (alias: string): RawBuilder<boolean> => sql`${sql.ref(`${alias}.erased`)} is not null`;

/** The columns of `Unsealed`, for a query in which the log is called `alias`. */
export const unsealed = (log: SealedLog, alias: string): RawBuilder<unknown> =>
  sql.join([...SEALED_LOGS[log].fixed, ...SEALED_LOGS[log].personal].map((column) => sql.ref(`${alias}.${column}`)));
