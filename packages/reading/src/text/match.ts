import { foldText } from '@checkwell/domain/people/search-text';
import { isAddressOf, type WorkerMarks } from './marks.ts';

/** How many letters may differ between a name that was read and an employee's (dispatch.md 5). */
export const MAX_NAME_EDITS = 2;
/** Short names resemble each other by chance: one edit is allowed for this many letters. */
const LETTERS_PER_EDIT = 6;

/** The Levenshtein distance: letters to insert, remove or replace to turn one text into the other; more than `max` counts as `max + 1`. */
export function editsBetween(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    if (Math.min(...current) > max) return max + 1;
    previous = current;
  }
  return Math.min(previous[other.length] ?? 0, max + 1);
}

export interface NamedEmployee {
  readonly employeeFirstName: string;
  readonly employeeLastName: string;
}

const lettersOf = (name: string): string => foldText(name).replace(/[^\p{L} ]/gu, '');

/** A name as it was read, and the same name without its last one or two words, which may be further given names. */
function formsOf(name: string): readonly string[] {
  const words = name.split(' ').filter(Boolean);
  return [0, 1, 2]
    .filter((omitted) => omitted === 0 || words.length - omitted >= 2)
    .map((omitted) => words.slice(0, words.length - omitted).join(' '));
}

/**
 * Splits a name into one piece more than the edits that are allowed, so that at least one piece is unchanged in any name that matches. Folded as
 * search texts are (`searchTextOf`).
 */
export function namePieces(name: string): readonly string[] {
  const pieces = formsOf(foldText(name)).flatMap((form) => {
    const size = form.length / (MAX_NAME_EDITS + 1);
    return Array.from({ length: MAX_NAME_EDITS + 1 }, (_, index) => form.slice(Math.floor(index * size), Math.floor((index + 1) * size)));
  });
  return [...new Set(pieces)].filter((piece) => piece.trim() !== '');
}

/** Fewest edits between a name that was read and an employee's, in either order of first and family name. */
export function nameEdits(read: string, employee: NamedEmployee, max: number = MAX_NAME_EDITS): number {
  const [first, last] = [lettersOf(employee.employeeFirstName), lettersOf(employee.employeeLastName)];
  const own = [`${last} ${first}`, `${first} ${last}`];
  return Math.min(...formsOf(lettersOf(read)).flatMap((form) => own.map((name) => editsBetween(form, name, max))), max + 1);
}

/** What the certificate prints of its worker besides the name. */
export interface ReadWorker extends WorkerMarks {
  /** As they were read; several are alternatives. */
  readonly names: readonly string[];
}

/** The fields by which a certificate identifies an employee. */
export interface Candidate extends NamedEmployee {
  readonly employeeMatricule: string;
  readonly employeeAddress: string;
  /** Whether the national register number on the certificate is theirs. */
  readonly hasNiss: boolean;
}

/** At most this many people of the same or a similar name are offered as choices; the others are found by the search. */
export const MAX_NAMESAKES_OFFERED = 6;

/** The employee whom a certificate is about: one employee, or several from whom the user chooses; never both. */
export interface Meant<Employee> {
  readonly employee: Employee | null;
  /** The most similar names first, at most `MAX_NAMESAKES_OFFERED`; empty where one employee is meant, or nobody. */
  readonly namesakes: readonly Employee[];
  /** How many there are, those included that are not offered. */
  readonly namesakeCount: number;
}

/**
 * The employee whom the certificate is about. If only one name is similar enough, it is that employee. Among several, the employee number, national
 * number or address on the certificate decides, provided that no other name is more similar. Otherwise they are offered as choices: a certificate must
 * not end up with the wrong person.
 */
export function employeeMeant<Employee extends Candidate>(read: ReadWorker, employees: readonly Employee[]): Meant<Employee> {
  const close = employees
    .map((employee) => ({ employee, edits: Math.min(...read.names.map((name) => nameEdits(name, employee)), MAX_NAME_EDITS + 1) }))
    .filter(({ edits }) => edits <= MAX_NAME_EDITS)
    .toSorted((a, b) => a.edits - b.edits);
  const fitting = close.filter(({ employee, edits }) => {
    const letters = lettersOf(`${employee.employeeFirstName}${employee.employeeLastName}`).replace(/ /g, '').length;
    return edits <= Math.floor(letters / LETTERS_PER_EDIT);
  });
  const [nearest] = fitting;
  if (!nearest) return alone<Employee>(null);
  if (close.length === 1) return alone(nearest.employee);
  const marked = close.filter(({ employee }) => isMarked(read, employee));
  const [decided] = marked;
  if (marked.length === 1 && decided && decided.edits === nearest.edits && fitting.includes(decided)) return alone(decided.employee);
  const offered = fitting.slice(0, MAX_NAMESAKES_OFFERED).map(({ employee }) => employee);
  return { employee: null, namesakes: offered, namesakeCount: fitting.length };
}

const alone = <Employee>(employee: Employee | null): Meant<Employee> => ({ employee, namesakes: [], namesakeCount: 0 });

const isMarked = ({ addresses, matricules }: WorkerMarks, employee: Candidate): boolean =>
  employee.hasNiss ||
  matricules.some((matricule) => foldText(matricule) === foldText(employee.employeeMatricule)) ||
  addresses.some((address) => isAddressOf(employee.employeeAddress, address));
