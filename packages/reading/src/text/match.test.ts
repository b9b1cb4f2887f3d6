import { foldText, searchTextOf } from '@checkwell/domain/people/search-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, editsBetween, employeeMeant, MAX_NAME_EDITS, MAX_NAMESAKES_OFFERED, nameEdits, namePieces } from './match.ts';

const person = (employeeFirstName: string, employeeLastName: string, own: Partial<Candidate> = {}): Candidate => ({
  employeeFirstName,
  employeeLastName,
  employeeMatricule: '',
  employeeAddress: '',
  hasNiss: false,
  ...own,
});
const NO_MARKS = { addresses: [], matricules: [] };
const named = (names: readonly string[], staff: readonly Candidate[]) => employeeMeant({ names, ...NO_MARKS }, staff);
const STAFF = [
  person('Amélie', 'Lefèvre'),
  person('Wout', 'Van den Bossche'),
  person('Joris', "D'Hooghe"),
  person('Jan', 'Peeters'),
  person('An', 'Li'),
];
const meant = (...names: string[]) => named(names, STAFF).employee?.employeeLastName ?? null;

/** The definition of the Levenshtein distance, without any optimisation. */
function distance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [a, b] = [one.slice(1), other.slice(1)];
  return Math.min(distance(a, b) + (one[0] === other[0] ? 0 : 1), distance(a, other) + 1, distance(one, b) + 1);
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

describe('edits', () => {
  it('are the Levenshtein distance, up to the maximum', () => {
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 0, max: 4 }), (one, other, max) => {
        expect(editsBetween(one, other, max)).toBe(Math.min(distance(one, other), max + 1));
      }),
    );
  });
});

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnoprstuvz'), minLength: 3, maxLength: 12 });
const edit = fc.record({ kind: fc.constantFrom('change', 'lose', 'add'), at: fc.nat(), letter: fc.constantFrom(...'abcdefghiklmnorstu') });
/** The text with these edits: letters changed, lost or added. */
const edited = (text: string, edits: readonly { kind: string; at: number; letter: string }[]): string =>
  edits.reduce((all, { kind, at, letter }) => {
    const place = at % all.length;
    if (all[place] === ' ' || all.length < 4) return all;
    return `${all.slice(0, place)}${kind === 'lose' ? '' : letter}${all.slice(kind === 'add' ? place : place + 1)}`;
  }, text);

describe('the pieces of a name', () => {
  it('include one that is unchanged, so that the search finds everybody within the edits', () => {
    fc.assert(
      fc.property(word, word, fc.array(edit, { maxLength: MAX_NAME_EDITS }), fc.boolean(), (first, last, edits, turned) => {
        const read = edited(foldText(turned ? `${last} ${first}` : `${first} ${last}`), edits);
        const searchText = searchTextOf(first, last, '4711');
        expect(namePieces(read).some((piece) => searchText.includes(piece))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the employee meant', () => {
  it('is found by a name of enough letters with at most two edits, in either order', () => {
    fc.assert(
      fc.property(word, word, fc.array(edit, { maxLength: MAX_NAME_EDITS }), fc.boolean(), (first, last, edits, turned) => {
        fc.pre(first.length + last.length >= 12);
        const read = edited(turned ? `${last} ${first}` : `${first} ${last}`, edits);
        expect(named([read], [person(first, last)]).employee).toEqual(person(first, last));
      }),
    );
  });

  it.each([
    ['LEFEVRE AMELIE', 'Lefèvre'],
    ['Amélie Lefévre', 'Lefèvre'],
    ['Lefèvre, Amelle', 'Lefèvre'],
    ['Lefèvre Amélie Marie Louise', 'Lefèvre'],
    ['van den bossche wout', 'Van den Bossche'],
    ['D’Hooghe Joris', "D'Hooghe"],
    ['DHooghe Joris', "D'Hooghe"],
    ['Peeters lan', 'Peeters'],
    ['Peeters Tom', null],
    ['Lefebure Amandine', null],
    ['Wu An', null], // two edits from Li An, and too short for any
    ['Li An', 'Li'],
    ['Lefèvre', null],
    ['', null],
  ])('%s: %s', (read, expected) => {
    expect(meant(read)).toBe(expected);
  });

  it('is undecided among namesakes, similar names and several people; they are offered, the most similar first', () => {
    const jan = person('Jan', 'Peeters');
    const [twin, jana] = [person('Jan', 'Peeters'), person('Jana', 'Peeters')];
    expect(named(['Jan Peeters'], [jan, twin])).toEqual({ employee: null, namesakes: [jan, twin], namesakeCount: 2 });
    expect(named(['Jan Peeters'], [jana, jan])).toEqual({ employee: null, namesakes: [jan, jana], namesakeCount: 2 });
    expect(named(['Jan Peeters', 'Amélie Lefèvre'], STAFF)).toEqual({ employee: null, namesakes: [STAFF[0], STAFF[3]], namesakeCount: 2 });
    expect(named(['Nobody Here', 'Jan Peeters'], STAFF)).toEqual({ employee: jan, namesakes: [], namesakeCount: 0 });
    expect(named([], STAFF)).toEqual({ employee: null, namesakes: [], namesakeCount: 0 });
    const many = Array.from({ length: MAX_NAMESAKES_OFFERED + 1 }, () => person('Jan', 'Peeters'));
    const left = { employee: null, namesakes: [jan, ...many.slice(0, -2)], namesakeCount: many.length + 1 };
    expect(named(['Jan Peeters'], [jana, jan, ...many])).toEqual({ ...left, namesakeCount: many.length + 2 });
    expect(named(['Jan Peeters'], [jan, ...many])).toEqual(left);
    expect(named(['Jan Peeters'], many.slice(1))).toEqual({
      employee: null,
      namesakes: many.slice(1),
      namesakeCount: MAX_NAMESAKES_OFFERED,
    });
  });

  it('is never somebody whose name is less similar than another, even if the address or number matches', () => {
    const [exact, near] = [person('Jan', 'Peeters'), person('Jana', 'Peeters', { employeeAddress: 'Dorp 1, 9000 Gent', hasNiss: true })];
    expect(employeeMeant({ names: ['Jan Peeters'], addresses: ['Dorp 1, 9000 Gent'], matricules: [] }, [near, exact])).toEqual({
      employee: null,
      namesakes: [exact, near],
      namesakeCount: 2,
    });
  });

  it('is compared in both orders of first and last name, and the fewer edits count', () => {
    expect(nameEdits('Peeters Jan', person('Jan', 'Peeters'))).toBe(0);
    expect(nameEdits('Peters Jen', person('Jan', 'Peeters'))).toBe(2);
    expect(nameEdits('Maes Tom', person('Jan', 'Peeters'))).toBe(MAX_NAME_EDITS + 1);
  });
});
