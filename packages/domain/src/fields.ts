import type { CalendarDay } from './clock.ts';
import type { Role } from './roles.ts';

/**
 * Field tables: the kind of each field of a record, and who sees it. Each entity that the server returns has one such table, such as CHECK_FIELDS, from
 * which its view is made: a column without an entry does not compile, and a reader who is not named in an entry does not see the field.
 */

/** Roles whose views are made from the tables. Visitors without account read no records; the system reads database rows directly. */
export type Reader = Exclude<Role, 'anonymous' | 'system'>;

/** Always, never, or while a named condition of the entity holds. */
export type Visibility<Condition extends string = never> = boolean | Condition;

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
  'entryType',
  'certificateSource',
  'accesType',
  'availabilityBasis',
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

/** An instant; a string in data from the API. */
type Instant = Date | string;

/** The value type of each kind of field, apart from null. The kind decides how the field is written in the API, on pages, in documents and in files. */
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
  /** Fields with a kind are in the API. Without one, the field is internal to the server, or has a resolver of its own. */
  readonly kind?: FieldKind;
  /** The value itself may be null, for every reader. */
  readonly nullable?: true;
  /** The lowest number. */
  readonly min?: number;
  /** The highest number, or the most characters of a text. Rules of inputs, and constraints of the database, have the same limits. */
  readonly max?: number;
  /** Readers who are left out do not see the field. */
  readonly seenBy: { readonly [Who in Reader]?: Visibility<Condition> };
  /** Replaces a hidden value, for texts that are never null; left out: null. */
  readonly hidden?: '';
}

export type FieldTable<Condition extends string = never> = Readonly<Record<string, FieldRule<Condition>>>;

/** The same visibility for all users of a company. */
export const employers = <const What extends Visibility<string>>(visibility: What) =>
  ({ employerAdmin: visibility, employerBasic: visibility }) as const;
export const EMPLOYERS = employers(true);
export const EVERY_READER = { ...EMPLOYERS, planner: true, doctor: true } as const;
export const EMPLOYER_AND_PLANNER = { ...EMPLOYERS, planner: true } as const;
export const PLANNER_AND_DOCTOR = { planner: true, doctor: true } as const;
export const NOBODY = {} as const;
/** Who sees the price of a check to the company, the price list and the cancellation fee (docs/decisions/0024). */
export const PRICE_READERS = { employerAdmin: true, planner: true } as const;

/** Whether the role sees a field: always, never, or under a condition. */
export function visibilityOf<Condition extends string>({ seenBy }: FieldRule<Condition>, role: Role): Visibility<Condition> {
  if (role === 'anonymous') return false;
  return role === 'system' ? true : (seenBy[role] ?? false);
}

type EverSeen<Rule extends FieldRule<string>> =
  Exclude<Rule['seenBy'][keyof Rule['seenBy']], false | undefined> extends never ? false : true;
/** Roles that can read records of the table at all; all others are refused before a view is made. */
export type ReadersOf<Table extends FieldTable<string>> = Extract<
  { [Name in keyof Table]: keyof Table[Name]['seenBy'] }[keyof Table],
  Reader
>;
type AlwaysSeen<Rule extends FieldRule<string>, Who extends Reader> = Rule['seenBy'] extends Readonly<Record<Who, true>> ? true : false;
type Hidden<Rule extends FieldRule<string>, Who extends Reader> =
  AlwaysSeen<Rule, Who> extends true ? never : Rule extends { readonly hidden: infer Value } ? Value : null;

/** A record as one of its readers sees it: without fields that nobody sees; fields hidden from some readers may be null or the entry's `hidden`. */
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

/** Cached facts about the rows of one query: there can be thousands, all with the same fields. */
interface Shape {
  readonly names: readonly string[];
  /** The fields that some reader sees; null: all of them, so that the row can be copied at once, which is much faster. */
  readonly kept: readonly string[] | null;
  /** For tables without conditions, by role: the hidden fields and their replacements. */
  readonly hidden: Map<Role, readonly (readonly [name: string, instead: string | null])[]>;
}

/** The last shape of each table. */
const shapes = new WeakMap<FieldTable<string>, Shape>();

function shapeOf(table: FieldTable<string>, row: object): Shape {
  const known = shapes.get(table);
  if (known && hasNames(row, known.names)) return known;
  const names = Object.keys(row);
  // Columns without an entry are seen by nobody.
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

/** A copy of the row without fields that nobody sees; the caller then replaces hidden values. */
function copyOf(row: Readonly<Record<string, unknown>>, kept: readonly string[] | null): Record<string, unknown> {
  if (kept === null) return { ...row };
  const copy: Record<string, unknown> = {};
  for (const name of kept) copy[name] = row[name];
  return copy;
}

/**
 * The view of a record for one reader, by its field table.
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
  // The type is derived from the same table.
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
      return rule && visibilityOf(rule, role) === true ? [] : [[name, rule?.hidden ?? null] as const];
    });
    byRole.set(role, hidden);
  }
  const view = copyOf(row as Readonly<Record<string, unknown>>, kept);
  for (const [name, instead] of hidden) view[name] = instead;
  return view as View<Table, Row>;
}
