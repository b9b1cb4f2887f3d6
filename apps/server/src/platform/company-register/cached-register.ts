import type { FoundCompany } from '@checkwell/domain/one-shot/contract';
import { REGISTER_MEMORY } from '@checkwell/domain/one-shot/limits';
import { LRUCache } from 'lru-cache';
import type { CompanyRegister } from './company-register.ts';

type Source = (companyNumber: string) => Promise<FoundCompany | null>;

/**
 * Caches the answers about a number for a day; an unknown number and a failed request are cached for a shorter time (`REGISTER_MEMORY`).
 * The cache is in the memory of the process, and ages are measured with the monotonic clock.
 */
export function cachedRegister({ find }: { readonly find: Source }, elapsed: () => number = () => performance.now()): CompanyRegister {
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
      // Callers during the request wait for the same answer.
      known.set(companyNumber, answer);
      const found = await answer;
      known.set(companyNumber, answer, { ttl });
      return found;
    },
  };
}
