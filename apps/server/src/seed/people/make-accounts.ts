import { AppError } from '@checkwell/domain/errors';
import type { Identity } from '../../modules/identity/identity.service.ts';
import { hashPassword } from '../../platform/identity/password-hash.ts';
import { DEMO_PASSWORD, type DemoAccount } from '../accounts.ts';
import type { SeedDoctor } from '../history-types.ts';
import type { Random } from '../random.ts';
import type { Company } from './companies.ts';
import { mobile } from './details.ts';

/** Makes accounts and company users; an existing account stays unchanged. */
export async function makeAccounts(
  identity: Pick<Identity, 'createAccount'>,
  random: Random,
  demo: readonly DemoAccount[],
  companies: readonly Company[],
  doctors: readonly SeedDoctor[],
  founded: Date,
): Promise<void> {
  const password = { hash: await hashPassword(DEMO_PASSWORD) };
  let nextDoctor = 0;
  for (const { email, firstName, lastName, language, kind, companies: wanted, migrated = false } of demo) {
    const memberships = wanted.flatMap((membership) => {
      const company = companies[membership.index];
      return company ? [{ ...membership, companyId: company.id, superiorId: membership.superior ? random.uuid(founded) : null }] : [];
    });
    // No draw for this one, so that the phone numbers of the others stay the same.
    const phoneNumber = migrated ? '+32470000000' : mobile(random);
    const doctor = kind === 'doctor' ? doctors[nextDoctor++] : undefined;
    const companyId = memberships[0]?.companyId ?? null;
    if (kind === 'employer' && companyId === null) continue;
    const entry = migrated ? { password: null, passwordResetRequired: true } : { password };
    const account = { email, ...entry, firstName, lastName, phoneNumber, language, kind, companyId, doctorId: doctor?.id ?? null };
    try {
      await identity.createAccount(account, async (tx, profileId) => {
        for (const { companyId, accesType, superiorId, requestForm } of memberships) {
          if (superiorId !== null) {
            await tx
              .insertInto('superiors')
              .values({
                companyId,
                id: superiorId,
                email,
                firstName,
                lastName,
                phoneNumber,
                language,
                requestForm: requestForm ?? '',
                createdAt: founded,
              })
              .execute();
          }
          await tx
            .insertInto('company_users')
            .values({ companyId, profileId, accesType, languages: [language], superiorId, createdAt: founded })
            .execute();
        }
      });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'user.duplicateEmail')) throw error;
    }
  }
}
