import type { CalendarDay } from './clock.ts';
import type { Role } from './roles.ts';

/**
 * What a field of a record is, and who sees it. Each entity that leaves the server has one table of its fields, such as CHECK_FIELDS,
 * and its view is made by picking from that table: a column without an entry does not compile, and what an entry does not name is
 * seen by nobody.
 */

/** Those whose answers are made by the tables. A visitor without account reads no records; the system reads rows. */
export type Reader = Exclude<Role, 'anonymous' | 'system'>;

/** Always, never, or while a named condition of the entity holds. */
export type Sight<Condition extends string = never> = boolean | Condition;

/** Enumerations: a value's label is under `enums:<kind>.<value>`. */
export const ENUM_KINDS = [
  'checkStatus',
  'problemReason',
  'problemOwner',
  'gender',
  'workerLanguage',
  'interfaceLanguage',
  'incapacityType',
  'certifType',
  'checkTiming',
  'checkLocation',
  'checkSource',
  'checkOccurence',
  'checkPlausibility',
  'nonOperableReason',
  'commentReview',
  'arbitrationParty',
  'arbitrationRuling',
  'noShowExcuse',
] as const;
export type EnumKind = (typeof ENUM_KINDS)[number];
export const isEnumKind = (kind: FieldKind): kind is EnumKind => (ENUM_KINDS as readonly FieldKind[]).includes(kind);

/** An instant, as the server has it or as it travels. */
type Instant = Date | string;

/** What a field of each kind holds, where it is not null. The kind says how it is written in the API, on pages, in documents and in files. */
export interface KindValues extends Readonly<Record<EnumKind, string>> {
  readonly id: string;
  readonly text: string;
  /** Free text with its line breaks. */
  readonly lines: string;
  readonly phone: string;
  /** Who did something: `system`, or a name. */
  readonly sender: string;
  readonly day: CalendarDay;
  /** HH:MM. */
  readonly time: string;
  readonly instant: Instant;
  readonly yesNo: boolean;
  readonly number: number;
  readonly km: number;
  readonly minutes: number;
  readonly percent: number;
  /** Cents. */
  readonly money: number;
}
export type FieldKind = keyof KindValues;

export interface FieldRule<Condition extends string = never> {
  /** The API has fields with a kind; another one is known to the server alone, or shown in a way of its own. */
  readonly kind?: FieldKind;
  /** The value itself may be null, whoever reads it. */
  readonly nullable?: true;
  /** Readers who are left out do not see the field. */
  readonly seenBy: { readonly [Who in Reader]?: Sight<Condition> };
  /** What is in place of a hidden value; left out: null. For texts that are never null. */
  readonly hidden?: '';
}

export type FieldTable<Condition extends string = never> = Readonly<Record<string, FieldRule<Condition>>>;

/** What every user of a company sees, whatever their access. */
export const employers = <const What extends Sight<string>>(sight: What) => ({ employerAdmin: sight, employerBasic: sight }) as const;
export const EMPLOYERS = employers(true);
export const EVERY_READER = { ...EMPLOYERS, planner: true, doctor: true } as const;
export const EMPLOYER_AND_PLANNER = { ...EMPLOYERS, planner: true } as const;
export const PLANNER_AND_DOCTOR = { planner: true, doctor: true } as const;
export const NOBODY = {} as const;
/** Who sees what a check costs the company, and what follows from it: the price list, what cancelling costs (docs/decisions/0024). */
export const PRICE_READERS = { employerAdmin: true, planner: true } as const;

/** What the role sees of a field. */
export function sightOf<Condition extends string>({ seenBy }: FieldRule<Condition>, role: Role): Sight<Condition> {
  if (role === 'anonymous') return false;
  return role === 'system' ? true : (seenBy[role] ?? false);
}

type EverSeen<Rule extends FieldRule<string>> =
  Exclude<Rule['seenBy'][keyof Rule['seenBy']], false | undefined> extends never ? false : true;
/** Those who read the records of the table at all; everybody else is refused before there is a view. */
type ReadersOf<Table extends FieldTable<string>> = Extract<{ [Name in keyof Table]: keyof Table[Name]['seenBy'] }[keyof Table], Reader>;
type AlwaysSeen<Rule extends FieldRule<string>, Who extends Reader> = Rule['seenBy'] extends Readonly<Record<Who, true>> ? true : false;
type Hidden<Rule extends FieldRule<string>, Who extends Reader> =
  AlwaysSeen<Rule, Who> extends true ? never : Rule extends { readonly hidden: infer Value } ? Value : null;

/** The record as one of its readers sees it: without what nobody sees; what is hidden from some may be null, or the entry's `hidden`. */
export type View<Table extends FieldTable<string>, Row> = {
  readonly [Name in keyof Row as Name extends keyof Table
    ? EverSeen<Table[Name]> extends true
      ? Name
      : never
    : never]: Name extends keyof Table ? Row[Name] | Hidden<Table[Name], ReadersOf<Table>> : never;
};

function isEverSeen({ seenBy }: FieldRule<string>): boolean {
  for (const _reader in seenBy) return true;
  return false;
}

/** What the records of one query have in common: they come by the thousand, and all have the same fields. */
interface Shape {
  readonly names: readonly string[];
  /** Those that somebody sees; null: all of them, so that the view is a copy, which is far cheaper than one field after the other. */
  readonly kept: readonly string[] | null;
  /** For readers of tables without conditions: what is in place of what they do not see. */
  readonly hidden: Map<Role, readonly (readonly [name: string, instead: string | null])[]>;
}

/** The last one of each table. */
const shapes = new WeakMap<FieldTable<string>, Shape>();

function shapeOf(table: FieldTable<string>, row: object): Shape {
  const known = shapes.get(table);
  if (known && hasNames(row, known.names)) return known;
  const names = Object.keys(row);
  // Whatever else the database brought is seen by nobody.
  const kept = names.filter((name) => {
    const rule = Object.hasOwn(table, name) ? table[name] : undefined;
    return rule !== undefined && isEverSeen(rule);
  });
  const shape: Shape = { names, kept: kept.length === names.length ? null : kept, hidden: new Map() };
  shapes.set(table, shape);
  return shape;
}

function hasNames(row: object, names: readonly string[]): boolean {
  let count = 0;
  for (const name in row) {
    if (name !== names[count]) return false;
    count += 1;
  }
  return count === names.length;
}

/** The record without what nobody sees, to be filled with what is in place of the rest. */
function copyOf(row: Readonly<Record<string, unknown>>, kept: readonly string[] | null): Record<string, unknown> {
  if (kept === null) return { ...row };
  const copy: Record<string, unknown> = {};
  for (const name of kept) copy[name] = row[name];
  return copy;
}

/**
 * Picks from a record what the table lets its reader see.
 * @param table has an entry for every key of the row, by type
 * @param sees whether the reader sees the field of this row
 */
export function viewOf<const Table extends FieldTable<string> & Readonly<Record<keyof Row, FieldRule<string>>>, Row extends object>(
  table: Table,
  row: Row,
  sees: (field: keyof Table & keyof Row & string) => boolean,
): View<Table, Row> {
  const { names, kept } = shapeOf(table, row);
  const view = copyOf(row as Readonly<Record<string, unknown>>, kept);
  for (const name of kept ?? names) {
    if (!sees(name as keyof Table & keyof Row & string)) view[name] = (table as FieldTable<string>)[name]?.hidden ?? null;
  }
  // Built from the same table that the type is made of.
  return view as View<Table, Row>;
}

/** The view of a record whose table has no conditions. */
export function viewFor<const Table extends FieldTable & Readonly<Record<keyof Row, FieldRule>>, Row extends object>(
  table: Table,
  row: Row,
  role: Role,
): View<Table, Row> {
  const { names, kept, hidden: byRole } = shapeOf(table, row);
  let hidden = byRole.get(role);
  if (hidden === undefined) {
    hidden = (kept ?? names).flatMap((name) => {
      const rule = (table as FieldTable)[name];
      return rule && sightOf(rule, role) === true ? [] : [[name, rule?.hidden ?? null] as const];
    });
    byRole.set(role, hidden);
  }
  const view = copyOf(row as Readonly<Record<string, unknown>>, kept);
  for (const [name, instead] of hidden) view[name] = instead;
  return view as View<Table, Row>;
}
