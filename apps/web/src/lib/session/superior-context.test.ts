import { describe, expect, it } from 'vitest';
import { type Superior, superiorContext } from './superior-context.ts';

const profile = {
  userName: 'an@example.com',
  firstName: 'An',
  lastName: 'Claes',
  phoneNumber: '+32476000000',
  companyId: 'company of the profile',
  language: 'fr',
} as Parameters<typeof superiorContext>[0]['profile'];
const superior: Superior = {
  id: 's1',
  email: 'other@example.com',
  language: 'nl',
  companyId: 'company of the record',
  requestForm: 'InterfaceAdmin',
};

describe('superiorContext', () => {
  it('merges the record with names, phone, e-mail and company of the profile', () => {
    expect(superiorContext({ profile, superior })).toEqual({
      id: 's1',
      language: 'nl',
      requestForm: 'InterfaceAdmin',
      firstName: 'An',
      lastName: 'Claes',
      phoneNumber: '+32476000000',
      email: 'an@example.com',
      companyId: 'company of the profile',
    });
  });

  it('has only the profile without a record', () => {
    expect(superiorContext({ profile, superior: undefined })).toEqual({
      firstName: 'An',
      lastName: 'Claes',
      phoneNumber: '+32476000000',
      email: 'an@example.com',
      companyId: 'company of the profile',
    });
  });
});
