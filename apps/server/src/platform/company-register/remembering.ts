import type { FoundCompany } from '@checkwell/domain/one-shot/contract';
import { REGISTER_MEMORY } from '@checkwell/domain/one-shot/limits';
import type { CompanyRegister } from './company-register.ts';

type Source = (companyNumber: string) => Promise<FoundCompany | null>;

interface Remembered {
  readonly answer: Promise<FoundCompany | null>;
  readonly until: number;
}

/**
 * Asks about a number once a day, however many ask; what it does not know, or could not learn, it asks again sooner. Kept in memory: ages
 * are measured on the monotonic clock, they are about this process.
 */
export function remembering({ find }: { readonly find: Source }, elapsed: () => number = () => performance.now()): CompanyRegister {
  const known = new Map<string, Remembered>();

  function keep(companyNumber: string, answer: Promise<FoundCompany | null>, forMs: number): void {
    known.delete(companyNumber);
    known.set(companyNumber, { answer, until: elapsed() + forMs });
    // The one that was asked longest ago goes.
    const [oldest] = known.keys();
    if (known.size > REGISTER_MEMORY.companies && oldest !== undefined) known.delete(oldest);
  }

  return {
    async find(companyNumber) {
      const remembered = known.get(companyNumber);
      if (remembered && remembered.until > elapsed()) return remembered.answer;
      let lasts: number = REGISTER_MEMORY.failureMs;
      const answer = find(companyNumber).then(
        (found) => {
          lasts = found ? REGISTER_MEMORY.foundMs : REGISTER_MEMORY.unknownMs;
          return found;
        },
        () => null,
      );
      // Whoever asks meanwhile waits for the same answer.
      keep(companyNumber, answer, Number.POSITIVE_INFINITY);
      const found = await answer;
      keep(companyNumber, answer, lasts);
      return found;
    },
  };
}
