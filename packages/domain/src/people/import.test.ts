import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GENDERS, WORKER_LANGUAGES } from './enums.ts';
import {
  ADDRESS_PARTS,
  addressOf,
  IMPORT_FIELDS,
  IMPORT_TARGETS,
  importRule,
  meantGender,
  meantLanguage,
  proposeMapping,
  rowOf,
} from './import.ts';

describe('the suggested mapping of columns', () => {
  it.each<[string, string[], (string | null)[]]>([
    [
      'a Belgian payroll in French',
      [
        'Matricule',
        'Nom',
        'Prénom',
        'Sexe',
        'Langue',
        'N° registre national',
        'Rue',
        'Numéro',
        'Boîte',
        'Code postal',
        'Localité',
        'Fonction',
        'Date d’entrée',
      ],
      [
        'employeeMatricule',
        'employeeLastName',
        'employeeFirstName',
        'employeeGender',
        'employeeLanguage',
        'workerNISS',
        'street',
        'houseNumber',
        'box',
        'postcode',
        'town',
        'function',
        null,
      ],
    ],
    [
      'one in Dutch',
      ['Personeelsnummer', 'Voornaam', 'Naam', 'Geslacht', 'Taal', 'GSM-nummer', 'Adres', 'Kostenplaats', 'E-mail leidinggevende', 'INSZ'],
      [
        'employeeMatricule',
        'employeeFirstName',
        'employeeLastName',
        'employeeGender',
        'employeeLanguage',
        'employeePhoneNumber',
        'employeeAddress',
        'subEmployee',
        'superiorEmail',
        'workerNISS',
      ],
    ],
    [
      'one in German',
      ['Personalnummer', 'Nachname', 'Vorname', 'Straße', 'Hausnummer', 'PLZ', 'Ort', 'Telefonnummer', 'Kostenstelle'],
      [
        'employeeMatricule',
        'employeeLastName',
        'employeeFirstName',
        'street',
        'houseNumber',
        'postcode',
        'town',
        'employeePhoneNumber',
        'subEmployee',
      ],
    ],
    [
      'headings with underscores and stars',
      ['employee_id', 'FIRST_NAME*', 'last_name', 'Job Title'],
      ['employeeMatricule', 'employeeFirstName', 'employeeLastName', 'function'],
    ],
    ['the more specific of two headings', ['Telefoon', 'GSM'], [null, 'employeePhoneNumber']],
  ])('recognises the headings of %s', (_, headings, mapping) => {
    expect(proposeMapping(headings, [])).toEqual(mapping);
  });

  it('uses the values of a column with an unknown heading', () => {
    const rows = [
      ['A1', '85.07.30-033.28', 'boss@alfa.be', 'V', 'Frans', '0470 12 34 56', '12'],
      ['A2', '93051822361', 'chief@alfa.be', 'M', 'NL', '+32 2 123 45 67', '13'],
    ];
    expect(proposeMapping(['a', 'b', 'c', 'd', 'e', 'f', 'g'], rows)).toEqual([
      null,
      'workerNISS',
      'superiorEmail',
      'employeeGender',
      'employeeLanguage',
      'employeePhoneNumber',
      null,
    ]);
  });

  it('has each target at most once', () => {
    const heading = fc.constantFrom('Naam', 'Nom', 'Last name', 'GSM', 'Telefoon', 'Adres', 'Rue', 'Straat', 'Zip', 'xyz', '');
    const value = fc.constantFrom('', 'M', 'F', 'FR', '0470123456', 'a@b.be', '93051822361', 'text');
    fc.assert(
      fc.property(
        fc.array(heading, { maxLength: 12 }),
        fc.array(fc.array(value, { maxLength: 12 }), { maxLength: 4 }),
        (headings, rows) => {
          const mapping = proposeMapping(headings, rows);
          const used = mapping.filter((target) => target !== null);
          expect(mapping).toHaveLength(headings.length);
          expect(new Set(used).size).toBe(used.length);
          for (const target of used) expect(IMPORT_TARGETS).toContain(target);
        },
      ),
    );
  });

  it('recognises field names as headings', () => {
    expect(proposeMapping([...IMPORT_FIELDS], [])).toEqual([...IMPORT_FIELDS]);
  });
});

describe('the meaning of a cell', () => {
  it.each([
    ['M', 'Male'],
    ['Mannelijk', 'Male'],
    ['h', 'Male'],
    ['V', 'Female'],
    ['Féminin', 'Female'],
    ['Mevr.', 'Female'],
    ['weiblich', 'Female'],
    ['X', 'Others'],
    ['Others', 'Others'],
    ['?', null],
    ['', null],
  ])('gender %j: %s', (text, gender) => {
    expect(meantGender(text)).toBe(gender);
  });

  it.each([
    ['FR', 'FR'],
    ['Néerlandais', 'NL'],
    ['nederlands', 'NL'],
    ['Englisch', 'EN'],
    ['Deutsch', 'DE'],
    ['fr-BE', 'FR'],
    ['Esperanto', null],
  ])('language %j: %s', (text, language) => {
    expect(meantLanguage(text)).toBe(language);
  });

  it('is the value itself for the values of the product', () => {
    for (const gender of GENDERS) expect(meantGender(gender)).toBe(gender);
    for (const language of WORKER_LANGUAGES) expect(meantLanguage(language)).toBe(language);
  });
});

describe('a row', () => {
  it('has the trimmed fields of its columns, and the fixed values', () => {
    expect(rowOf([' 12 ', 'Jan', 'x'], ['employeeMatricule', 'employeeFirstName', null], { employeeLanguage: 'NL' })).toEqual({
      employeeMatricule: '12',
      employeeFirstName: 'Jan',
      employeeLanguage: 'NL',
    });
    expect(rowOf([], ['function'])).toEqual({ function: '' });
  });

  it('has an address joined from several columns, or that of the address column', () => {
    const parts = [...ADDRESS_PARTS];
    expect(rowOf(['Nieuwstraat', '5', '2', '1000', 'Brussel'], parts)).toEqual({ employeeAddress: 'Nieuwstraat 5 /2, 1000 Brussel' });
    expect(rowOf(['Rue Neuve 5', '', 'bte 2', '1000', 'Bruxelles'], parts)).toEqual({
      employeeAddress: 'Rue Neuve 5 bte 2, 1000 Bruxelles',
    });
    expect(rowOf(['Meir 1, 2000 Antwerpen', '9999'], ['employeeAddress', 'postcode'])).toEqual({
      employeeAddress: 'Meir 1, 2000 Antwerpen',
    });
    expect(addressOf({ town: 'Gent' })).toBe('Gent');
  });

  it('is accepted in a request, without unknown fields or too many rows', () => {
    const companyId = '0199aaaa-0000-7000-8000-000000000000';
    const row = rowOf(['1', 'Ann'], ['employeeMatricule', 'employeeFirstName']);
    expect(importRule.parse({ companyId, rows: [row] })).toEqual({ companyId, rows: [row] });
    expect(importRule.safeParse({ companyId, rows: [{ ...row, accesType: 'admin' }] }).success).toBe(false);
    expect(importRule.safeParse({ companyId, rows: Array.from({ length: 201 }, () => row) }).success).toBe(false);
  });
});
