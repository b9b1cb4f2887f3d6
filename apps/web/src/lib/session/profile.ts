import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Profile } from '@checkwell/domain/identity/profile';
import { useQuery } from '@tanstack/react-query';
import { http } from '../api/http.ts';
import { queryClient } from '../api/query-client.ts';
import { currentLanguage, languages, savedLanguage, setLanguage } from '../i18n/i18n.ts';
import { languageOfPerson, languageSetBySuperior } from '../i18n/language.ts';
import { session } from './session.ts';
import { type KnownPerson, type Superior, type SuperiorContext, superiorContext } from './superior-context.ts';
import { viewerQuery } from './viewer.ts';

const KEY = ['profile'] as const;

/** `GET /v1/api/profiles`; for Microsoft single sign-on users `GET /v1/api/profiles/sso?language=` (section 7). */
async function fetchProfile(): Promise<Profile> {
  const profile =
    session.claims()?.provider === 'microsoft'
      ? await http.get<Profile | undefined>('/v1/api/profiles/sso', { query: { language: currentLanguage() } })
      : await http.get<Profile | undefined>('/v1/api/profiles');
  if (!profile) throw new Error('Profile response is undefined');
  return profile;
}

/** Not every user is a superior: who has no superior record (the viewer says so) is not looked for. */
async function fetchSuperior(email: string): Promise<Superior | undefined> {
  const { viewer } = await queryClient.ensureQueryData(viewerQuery);
  if (viewer.companies.every(({ superiorId }) => superiorId === null)) return undefined;
  return http.get<Superior>('/v1/api/superiors', { query: { email } });
}

async function load(): Promise<KnownPerson | null> {
  try {
    const profile = await fetchProfile();
    // People of the provider and doctors belong to no company, so they are no superiors.
    return { profile, superior: profile.companyId === null ? undefined : await fetchSuperior(profile.userName) };
  } catch (error) {
    // Section 8 of the specification: only logged; the screens do without a name.
    console.error('Error refreshing profile:', error);
    return null;
  }
}

/** Profile and superior of the viewer; null when they could not be loaded. */
export const profileQuery = { queryKey: KEY, queryFn: load, staleTime: 60_000, meta: { topics: ['profile', 'superior'] } } as const;

/** Loads profile and superior, then applies the superior's, the saved or the profile's language (section 4). */
export async function startProfile(): Promise<void> {
  const loaded = await queryClient.fetchQuery(profileQuery);
  const choice = languageOfPerson({ superior: loaded?.superior, profile: loaded?.profile }, savedLanguage(), languages);
  if (choice) await setLanguage(choice.language, choice.keep);
}

/** Profile and superior are loaded again whenever the interface language changes (section 4). */
export async function refreshProfile(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: KEY });
}

/** A language that the user chose: saved, and applied at once. */
export async function chooseLanguage(language: InterfaceLanguage): Promise<void> {
  await setLanguage(language);
}

export function useProfile(): Profile | undefined {
  return useQuery(profileQuery, queryClient).data?.profile;
}

/** Undefined until the profile is known; without a superior record, the profile's part alone. */
export function useSuperior(): SuperiorContext | undefined {
  const data = useQuery(profileQuery, queryClient).data;
  return data ? superiorContext(data) : undefined;
}

/** The language that the viewer's record as a superior sets: no other can be chosen then (specification, section 4). */
export function useLanguageOfSuperior(): InterfaceLanguage | undefined {
  return languageSetBySuperior(useQuery(profileQuery, queryClient).data?.superior, languages);
}
