import type { SignUpInput, SignUpRefusal, SignUpState } from '@checkwell/domain/identity/sign-up';
import type { SignUpSort, SignUpSortField } from '@checkwell/domain/identity/sign-up-enums';
import type { AccessType } from '@checkwell/domain/people/enums';
import { foldText } from '@checkwell/domain/people/search-text';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../platform/db/database.ts';
import { cappedCount, keysetPage, orWhenNull, type PageArguments, type SortKey } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { searchCondition, searchPatterns } from '../../platform/db/search/search.ts';
import { foldedColumns, foldedOrder, nameOrder } from '../../platform/db/search/similar.ts';

export interface SignUpRow extends Omit<Selectable<Tables['sign_ups']>, 'searchText' | 'decidedByProfileId'> {
  readonly confirmedCompanyName: string | null;
  readonly decidedBy: string | null;
}

const COLUMNS = sql`s.id, s."firstName", s."lastName", s.email::text, s."phoneNumber", s."companyName", s."companyNumber", s.language::text,
  s.state::text, s."refusalReason"::text, s."confirmedCompanyId", s."createdAt", s."decidedAt", s.version,
  s."microsoftIssuer", s."microsoftObjectId", c.name as "confirmedCompanyName", nullif(trim(concat(d."firstName", ' ', d."lastName")), '') as "decidedBy"`;
const TABLES = sql`sign_ups s left join companies c on c.id = s."confirmedCompanyId" left join profiles d on d.id = s."decidedByProfileId"`;

const SORTS: Readonly<Record<SignUpSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  createdAt: { expression: sql.ref('s.createdAt'), type: 'timestamptz' },
  decidedAt: { expression: orWhenNull(sql.ref('s.decidedAt'), sql`'-infinity'::timestamptz`), type: 'timestamptz' },
  lastName: { expression: nameOrder('s.lastName', 's.firstName'), type: 'text' },
  email: { expression: sql`s.email::text`, type: 'text' },
  companyName: { expression: foldedOrder('s.companyName'), type: 'text' },
  outcome: { expression: sql`coalesce(${foldedOrder('c.name')}, s."refusalReason"::text, '')`, type: 'text' },
};

export async function findPage(
  tx: ReadTx,
  {
    search,
    state,
    sort: { field, direction },
    ...args
  }: PageArguments & { readonly search: string; readonly state: SignUpState | null; readonly sort: SignUpSort },
): Promise<Page<SignUpRow>> {
  const page = keysetPage(args, { ...SORTS[field], name: field, direction, id: sql.ref('s.id') });
  const where = sql`${searchCondition('s.searchText', searchPatterns(search))} and ${state === null ? sql`true` : sql`s.state = ${state}`}`;
  const [{ rows }, count] = await Promise.all([
    sql<SignUpRow & { readonly key: string }>`select ${COLUMNS}, ${page.key} as key from ${TABLES}
      where ${where} and ${page.condition} order by ${page.order} limit ${page.limit}`.execute(tx),
    cappedCount(tx, sql`select from sign_ups s where ${where}`),
  ]);
  const { rows: nodes, pageInfo } = page.cut(rows);
  return { nodes, pageInfo, ...count };
}

export async function find(tx: ReadTx, id: string): Promise<SignUpRow | undefined> {
  return (await sql<SignUpRow>`select ${COLUMNS} from ${TABLES} where s.id = ${id}`.execute(tx)).rows[0];
}

export type NewSignUp = Omit<SignUpInput, 'microsoftTicket'> & Pick<SignUpRow, 'microsoftIssuer' | 'microsoftObjectId'>;

export async function insert(tx: WriteTx, id: string, values: NewSignUp, createdAt: Date): Promise<void> {
  const { firstName, lastName, email, companyName, companyNumber } = values;
  const searchText = foldText([firstName, lastName, firstName, email, companyName, companyNumber].join(' '));
  await tx
    .insertInto('sign_ups')
    .values({ ...values, id, createdAt, searchText })
    .execute();
}

export interface Decision {
  readonly state: Exclude<SignUpState, 'Pending'>;
  readonly refusalReason: SignUpRefusal | null;
  readonly confirmedCompanyId: string | null;
  readonly decidedByProfileId: string | null;
  readonly decidedAt: Date;
}

/** The account that an address has already. */
export interface KnownAccount {
  readonly profileId: string;
  readonly kind: Tables['profiles']['kind'];
  readonly firstName: string;
  readonly lastName: string;
}

/** Open accounts by e-mail address. @param emails lower case */
export async function findAccounts(tx: ReadTx, emails: readonly string[]): Promise<ReadonlyMap<string, KnownAccount>> {
  const rows = await tx
    .selectFrom('profiles')
    .select(['userName', 'id as profileId', 'kind', 'firstName', 'lastName'])
    .where('userName', 'in', [...emails])
    .where('isOpen', '=', true)
    .where('isProgram', '=', false)
    .execute();
  return new Map(rows.map(({ userName, ...account }) => [userName, account as KnownAccount]));
}

/** Other waiting requests with the same address or telephone number, by request. */
export async function countOthers(
  tx: ReadTx,
  signUps: readonly Pick<SignUpRow, 'id' | 'email' | 'phoneNumber'>[],
): Promise<ReadonlyMap<string, number>> {
  const column = (name: 'id' | 'email' | 'phoneNumber') => signUps.map((signUp) => signUp[name]);
  const { rows } = await sql<{ id: string; count: number }>`
    select a.id, (select count(*)::int from sign_ups s
      where s.id <> a.id and s.state = 'Pending' and (s.email = a.email or s."phoneNumber" = a.phone)) as count
    from unnest(${column('id')}::uuid[], ${column('email')}::text[], ${column('phoneNumber')}::text[]) as a (id, email, phone)`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** A company that the request may be about, and by what. */
export interface CompanyCandidate {
  readonly id: string;
  readonly name: string;
  readonly companyNumber: string;
  /** The VAT number is the company's. */
  readonly byNumber: boolean;
  /** Somebody of the company has an address of the same domain. */
  readonly byDomain: boolean;
  /** The names resemble each other. */
  readonly byName: boolean;
  /** The company knows a superior of this address. */
  readonly bySuperior: boolean;
  /** Users with nearly the same name: perhaps the same person under another address. */
  readonly similarUsers: readonly string[];
}

export const MAX_CANDIDATES = 5;
/** Share of letter groups that two names have in common. */
const RESEMBLANCE = 0.4;

/** Companies that each request may be about, the likeliest first. @param domain of the address, null where everybody can have one */
export async function findCandidates(
  tx: ReadTx,
  signUps: readonly (Pick<SignUpRow, 'id' | 'companyName' | 'companyNumber' | 'email' | 'firstName' | 'lastName'> & {
    readonly domain: string | null;
  })[],
): Promise<ReadonlyMap<string, readonly CompanyCandidate[]>> {
  const column = <Value>(of: (signUp: (typeof signUps)[number]) => Value) => signUps.map(of);
  const { rows } = await sql<CompanyCandidate & { readonly askedBy: string }>`
    select a.id as "askedBy", likely.*
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ companyName }) => foldText(companyName))}::text[],
      ${column(({ companyNumber }) => companyNumber)}::text[], ${column(({ email }) => email)}::text[],
      ${column(({ domain }) => domain)}::text[], ${column(({ firstName, lastName }) => foldText(`${firstName} ${lastName}`))}::text[])
      as a (id, name, number, email, domain, person)
    cross join lateral (
      select * from (
        select c.id, c.name, c."companyNumber", a.number <> '' and c."companyNumber" = a.number as "byNumber",
          a.domain is not null and exists (select from company_users u join profiles p on p.id = u."profileId"
            where u."companyId" = c.id and split_part(p."userName", '@', 2) = a.domain) as "byDomain",
          a.name <> '' and similarity(${foldedColumns('c.name')}, a.name) >= ${RESEMBLANCE} as "byName",
          exists (select from superiors s where s."companyId" = c.id and s.email = a.email) as "bySuperior",
          array(select p."firstName" || ' ' || p."lastName" || ' (' || p."userName" || ')' from company_users u join profiles p on p.id = u."profileId"
            where u."companyId" = c.id and not p."isProgram" and p."userName" <> a.email
              and similarity(${foldedColumns('p.firstName', 'p.lastName')}, a.person) >= ${RESEMBLANCE} + 0.2 order by 1 limit 3) as "similarUsers"
        from companies c where not c."oneShot") found
      where "byNumber" or "byDomain" or "byName" or "bySuperior"
      order by "byNumber" desc, "bySuperior" desc, "byDomain" desc, name limit ${MAX_CANDIDATES}) likely`.execute(tx);
  const found = Map.groupBy(rows, ({ askedBy }) => askedBy);
  const shown = (row: (typeof rows)[number]): CompanyCandidate => {
    const { askedBy: _, ...candidate } = row;
    return candidate;
  };
  return new Map([...found].map(([id, candidates]) => [id, candidates.map(shown)]));
}

/** Fails with `company_users_pkey` when the profile has a membership there already. */
export async function insertMembership(
  tx: WriteTx,
  membership: { companyId: string; profileId: string; accesType: AccessType; languages: SignUpRow['language'][]; createdAt: Date },
): Promise<void> {
  await tx.insertInto('company_users').values(membership).execute();
}

/** How fast identities are confirmed. Minutes are whole ones. */
export interface SignUpFigures {
  readonly waiting: number;
  /** How long the oldest waiting request has waited; null when none waits. */
  readonly oldestMinutes: number | null;
  /** Decided since `since`; duplicates do not count. */
  readonly decided: number;
  readonly medianMinutes: number | null;
  /** Number of requests that were decided within the promised time. */
  readonly withinPromise: number;
}

export async function findFigures(
  tx: ReadTx,
  { now, since, promiseMinutes }: { now: Date; since: Date; promiseMinutes: number },
): Promise<SignUpFigures> {
  const minutes = sql`extract(epoch from "decidedAt" - "createdAt") / 60`;
  const decided = sql`"decidedAt" >= ${since} and "refusalReason" is distinct from 'Duplicate'`;
  const { rows } = await sql<SignUpFigures>`
    select count(*) filter (where state = 'Pending')::int as waiting,
      floor(extract(epoch from ${now}::timestamptz - min("createdAt") filter (where state = 'Pending')) / 60)::int as "oldestMinutes",
      count(*) filter (where ${decided})::int as decided,
      round(percentile_cont(0.5) within group (order by ${minutes}) filter (where ${decided}))::int as "medianMinutes",
      count(*) filter (where ${decided} and ${minutes} <= ${promiseMinutes})::int as "withinPromise"
    from sign_ups where state = 'Pending' or "decidedAt" >= ${since}`.execute(tx);
  const [figures] = rows;
  if (!figures) throw new Error('A count returned no row.');
  return figures;
}
