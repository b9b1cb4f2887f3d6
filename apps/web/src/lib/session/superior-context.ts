import type { Profile } from '@checkwell/domain/identity/profile';

/** Specification, section 3. */
export interface Superior {
  readonly id: string;
  readonly email: string;
  readonly language: string | null;
  readonly companyId: string;
  readonly requestForm: string | null;
}

export type SuperiorContext = Partial<Omit<Superior, 'companyId' | 'email'>> &
  Pick<Profile, 'firstName' | 'lastName' | 'phoneNumber' | 'companyId'> & { readonly email: string };

/** Who signed in; not everybody has a superior record. */
export interface KnownPerson {
  readonly profile: Profile;
  readonly superior: Superior | undefined;
}

/** The superior record merged with the profile's names, phone number, e-mail (its userName) and company (specification, section 3). */
export function superiorContext({ profile, superior }: KnownPerson): SuperiorContext {
  const { userName, firstName, lastName, phoneNumber, companyId } = profile;
  return { ...superior, firstName, lastName, phoneNumber, companyId, email: userName };
}
