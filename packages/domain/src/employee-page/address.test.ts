import { describe, expect, it } from 'vitest';
import { employeeAddressRule, isOtherPlace } from './address.ts';

describe('the address that an employee reports', () => {
  it('needs at least one field', () => {
    const nothing = { address: ' ', bell: '', doorCode: '' };
    expect(employeeAddressRule.safeParse(nothing).error?.issues[0]?.message).toBe('required');
    expect(employeeAddressRule.parse({ ...nothing, bell: ' Peeters ' })).toEqual({ address: '', bell: 'Peeters', doorCode: '' });
  });

  it.each([
    ['Kerkstraat 1, 9000 Gent', 'kerkstraat 1 9000 GENT', false],
    ['Rue de l’Église 2, 4000 Liège', "Rue de l'Eglise 2\n4000 Liege", false],
    ['', 'Kerkstraat 1, 9000 Gent', false],
    ['Kerkstraat 11, 9000 Gent', 'Kerkstraat 1, 9000 Gent', true],
    ['Zeedijk 5, 8400 Oostende', 'Kerkstraat 1, 9000 Gent', true],
    // House 1, box 2 is not house 12.
    ['Kerkstraat 12, 9000 Gent', 'Kerkstraat 1/2, 9000 Gent', true],
    ['Kerkstraat 1 bus 2, 9000 Gent', 'Kerkstraat 12 bus 2, 9000 Gent', true],
    ['Kerkstraat 1/2, 9000 Gent', 'Kerkstraat 1 - 2, 9000 GENT', false],
  ])('%s beside %s: another place? %s', (said, ordered, other) => {
    expect(isOtherPlace(said, ordered)).toBe(other);
  });
});
