import type { FoundCompany } from '@checkwell/domain/one-shot/contract';
import { REGISTER_MEMORY } from '@checkwell/domain/one-shot/limits';
import { LRUCache } from 'lru-cache';
import type { CompanyRegister } from './company-register.ts';

type Source = (companyNumber: string) => Promise<FoundCompany | null>;

/**
 * Asks about a number once a day, however many ask; what it does not know, or could not learn, it asks again sooner. Kept in memory: ages
 * are measured on the monotonic clock, they are about this process.
 */
export function remembering({ find }: { readonly find: Source }, elapsed: () => number = () => performance.now()): CompanyRegister {
  const known = new LRUCache<string, Promise<FoundCompany | null>>({
    max: REGISTER_MEMORY.companies,
    ttlResolution: 0,
    perf: { now: elapsed },
  });

  return {
    async find(companyNumber) {
      const remembered = known.get(companyNumber);
      if (remembered) return remembered;
      let ttl: number = REGISTER_MEMORY.failureMs;
      const answer = find(companyNumber).then(
        (found) => {
          ttl = found ? REGISTER_MEMORY.foundMs : REGISTER_MEMORY.unknownMs;
          return found;
        },
        () => null,
      );
      // Whoever asks meanwhile waits for the same answer.
      known.set(companyNumber, answer);
      const found = await answer;
      known.set(companyNumber, answer, { ttl });
      return found;
    },
  };
}
