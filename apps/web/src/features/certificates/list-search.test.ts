import { LISTS } from '@checkwell/domain/lists/lists';
import { describe, expect, it } from 'vitest';
import { certificatesVariables, shownCertificates } from './list-search.ts';

describe('the list of certificates in the address', () => {
  it('begins with the newest incapacities', () => {
    const { sort, filter } = certificatesVariables({}, undefined, '2026-11-21');
    expect(sort).toEqual({ field: 'startDate', direction: 'desc' });
    expect(Object.values(filter ?? {}).every((value) => value === null)).toBe(true);
  });

  it('means today by "active", whatever the address says else', () => {
    expect(certificatesVariables({ active: true }, 'c', '2026-11-21').filter).toMatchObject({ companyId: 'c', activeOn: '2026-11-21' });
    expect(certificatesVariables({}, 'c', '2026-11-21').filter?.activeOn).toBeNull();
  });

  it('sorts a chosen column upwards unless told otherwise', () => {
    expect(certificatesVariables({ sort: 'endDate' }, undefined, '2026-11-21').sort?.direction).toBe('asc');
    expect(certificatesVariables({ sort: 'endDate', desc: true }, undefined, '2026-11-21').sort?.direction).toBe('desc');
  });

  it('shows the same whatever the page', () => {
    const search = { q: 'jan', incapacityReason: 'Illness', superiorId: 's', after: 'x' } as const;
    const { first, after, ...shown } = certificatesVariables(search, 'c', '2026-11-21');
    expect([first, after]).toEqual([25, 'x']);
    expect(shownCertificates(search, 'c', '2026-11-21')).toEqual(shown);
    expect(shown.filter).toMatchObject({ search: 'jan', incapacityReason: 'Illness', superiorId: 's' });
  });

  it('drops what it does not know', () => {
    expect(
      LISTS.certificates.search.parse({ q: '', entryType: 'X', certifType: 'First', active: 'yes', from: '2026-13-01', sort: 'id' }),
    ).toEqual({});
  });
});
