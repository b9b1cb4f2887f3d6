import { AppError } from '@checkwell/domain/errors';
import { maskNiss, normaliseNiss } from '@checkwell/domain/people/numbers/niss';
import { type Actor, can, type Reach } from '@checkwell/domain/policy';
import type { Crypto } from '../../platform/crypto/crypto.ts';
import { ENCRYPTED, nissPurpose } from '../../platform/crypto/encrypted-columns.ts';
import type { WriteTx } from '../../platform/db/database.ts';
import { fieldErrorAt } from '../../platform/guard.ts';
import type { EmployeeRow } from './employees.repository.ts';
import { findNissOwners } from './employees.repository.ts';

/** National register numbers of employees: encrypted, found by blind indexes, and for those alone who have the ability `employee.niss`. */
export function createNationalNumbers(crypto: Crypto) {
  /** Under each secret: of an employee who was not written since the last one was replaced, the index is a former one. */
  const indexesOf = (companyId: string, niss: string): readonly Buffer[] => crypto.blindIndexes(niss, nissPurpose(companyId));

  return {
    indexesOf,

    /** null when there is none, or for those who may not even see that there is one. */
    masked(actor: Actor, { companyId, id, workerNISS }: Pick<EmployeeRow, 'companyId' | 'id' | 'workerNISS'>): string | null {
      if (workerNISS === null || !can(actor, 'employee.niss', { companyId })) return null;
      return maskNiss(crypto.decryptText(workerNISS, ENCRYPTED.workerNISS.contextOf(companyId, id)));
    },

    /** The stored form of a number that may have been sent; nothing sent changes nothing. @throws {AppError} `access.forbidden` */
    stored(actor: Actor, companyId: string, id: string, workerNISS: string | null | undefined) {
      if (workerNISS === undefined || workerNISS === null) return {};
      // An actor who may not see the number may not replace it either.
      if (!can(actor, 'employee.niss', { companyId })) throw new AppError('access.forbidden');
      if (workerNISS === '') return { workerNISS: null, workerNissIndex: null };
      return {
        workerNISS: crypto.encryptText(workerNISS, ENCRYPTED.workerNISS.contextOf(companyId, id)),
        workerNissIndex: crypto.blindIndex(workerNISS, nissPurpose(companyId)),
      };
    },

    /** The constraint compares indexes of one secret only: owners of the number under a former secret are looked up. */
    async refuseTaken(tx: WriteTx, companyId: string, id: string, workerNISS: string | null | undefined): Promise<void> {
      if (!workerNISS) return;
      const [, ...former] = indexesOf(companyId, workerNISS);
      if (former.length === 0) return;
      if ((await findNissOwners(tx, companyId, former)).some((owner) => owner.id !== id)) throw fieldErrorAt('workerNISS', 'nissTaken');
    },

    /** The indexes of the number that somebody searches for, in the companies where they may see it. */
    searched(actor: Actor, reach: Reach, search: string | null | undefined): readonly Buffer[] {
      const niss = normaliseNiss(search ?? '');
      if (niss === null || reach.kind !== 'companies') return [];
      return reach.companies
        .filter(({ companyId }) => can(actor, 'employee.niss', { companyId }))
        .flatMap(({ companyId }) => indexesOf(companyId, niss));
    },
  };
}
