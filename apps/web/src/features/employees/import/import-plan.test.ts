import { describe, expect, it } from 'vitest';
import { duplicatesIn, mappingMemory, namesPeople, planOf, rowsOf, withTarget } from './import-plan.ts';

const TABLE = {
  name: 'export.csv',
  rows: [
    ['Personnel on 1 November', '', ''],
    ['Personeelsnummer', 'Naam', 'Voornaam'],
    ['7', 'Peeters', 'Jan'],
    ['8', 'Claes', 'Eva'],
  ],
  lines: [1, 3, 4, 6],
};

describe('the plan of an import', () => {
  it('finds the headings under a title, and what they mean', () => {
    const plan = planOf(TABLE);
    expect(plan.headings).toEqual(TABLE.rows[1]);
    expect(plan.lines).toEqual([4, 6]);
    expect(plan.mapping).toEqual(['employeeMatricule', 'employeeLastName', 'employeeFirstName']);
    expect(namesPeople(plan)).toBe(true);
    expect(rowsOf({ ...plan, fixed: { employeeLanguage: 'NL' } })[1]).toEqual({
      employeeMatricule: '8',
      employeeLastName: 'Claes',
      employeeFirstName: 'Eva',
      employeeLanguage: 'NL',
    });
  });

  it('gives a target to one column at a time', () => {
    const moved = withTarget(planOf(TABLE), 1, 'employeeMatricule');
    expect(moved.mapping).toEqual([null, 'employeeMatricule', 'employeeFirstName']);
    expect(namesPeople(withTarget(moved, 1, null))).toBe(false);
  });

  it('is remembered for the same headings of the same company', () => {
    const kept = new Map<string, string>();
    const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
    const memory = mappingMemory(store, 'a');
    const plan = withTarget(planOf(TABLE), 2, 'function');
    memory.keep(plan);
    expect(planOf(TABLE, memory.recall).mapping).toEqual(plan.mapping);
    expect(planOf({ ...TABLE, rows: TABLE.rows.slice(1).map((row) => row.toReversed()) }, memory.recall).mapping).not.toEqual(plan.mapping);
    expect(mappingMemory(store, 'b').recall(plan.headings)).toBeUndefined();
    kept.set('employeeImport:a', '{"headings":"x","mapping":["accesType"]}');
    expect(memory.recall(['x'])).toBeUndefined();
    kept.set('employeeImport:a', 'broken');
    expect(memory.recall(plan.headings)).toBeUndefined();
  });
});

describe('numbers that stand twice in a file', () => {
  it('are errors of both rows, which name each other', () => {
    const rows = [
      { employeeMatricule: '7', workerNISS: '93.05.18-223.61' },
      { employeeMatricule: '8' },
      { employeeMatricule: '7' },
      { employeeMatricule: '9', workerNISS: '93051822361' },
      { employeeMatricule: '' },
      { employeeMatricule: '' },
    ];
    expect([...duplicatesIn(rows, [4, 5, 7, 8, 9, 10])].toSorted(([a], [b]) => a - b)).toEqual([
      [0, { path: 'employeeMatricule', line: 7 }],
      [2, { path: 'employeeMatricule', line: 4 }],
      [3, { path: 'workerNISS', line: 4 }],
    ]);
  });
});
