import type { FoundCompany } from '@checkwell/domain/one-shot/contract';
import * as z from 'zod/mini';
import type { Log } from '../log.ts';
import { withoutSlot } from '../slot.ts';

/** The visitor is typing meanwhile: a later answer is of no use. */
const TIMEOUT_MS = 2500;
const MAX_BODY_BYTES = 16 * 1024;
/** VIES refuses many requests at the same time (`MS_MAX_CONCURRENT_REQ`), then for everybody at the same address. */
const AT_ONCE = 4;
const ADDRESS = 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms/BE/vat';
/** The text of VIES in fields that a member state does not publish. */
const NOTHING = '---';

/**
 * The used part of an answer of VIES. A `userError` other than `VALID` and `INVALID` means that the number was not looked up: `MS_UNAVAILABLE`,
 * `TIMEOUT`, `MS_MAX_CONCURRENT_REQ` and others also have status 200.
 */
const answerShape = z.object({
  isValid: z.boolean(),
  userError: z.string(),
  name: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
});

/** The VAT service of the European Commission (VIES), which queries the Belgian register. It is free, needs no key, and is often busy. */
export function createViesRegister({ log, ask = fetch }: { readonly log: Log; readonly ask?: typeof fetch }) {
  let asking = 0;

  async function answerOf(companyNumber: string): Promise<unknown> {
    const response = await ask(`${ADDRESS}/${companyNumber.slice(2)}`, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`VIES answered with status ${response.status}.`);
    const text = await response.text();
    if (text.length > MAX_BODY_BYTES) throw new Error('The answer of VIES is too large.');
    return JSON.parse(text);
  }

  return {
    /** @returns null: VIES knows no such number. @throws {Error} when it gave no answer */
    async find(companyNumber: string): Promise<FoundCompany | null> {
      if (asking >= AT_ONCE) throw new Error('VIES is being asked enough already.');
      asking += 1;
      try {
        const answer = answerShape.parse(await withoutSlot(() => answerOf(companyNumber)));
        if (answer.userError === 'INVALID') return null;
        if (!answer.isValid || answer.userError !== 'VALID') throw new Error(`VIES answered ${answer.userError}.`);
        const [companyName, companyAddress] = [lineOf(answer.name), lineOf(answer.address)];
        return companyName === '' ? null : { companyName, companyAddress, source: 'vies' };
      } catch (error) {
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
        // Without the number: it may be that of a self-employed person.
        log.warn(`VIES did not say whose a VAT number is, so name and address are typed. ${reason.slice(0, 300)}`);
        throw error;
      } finally {
        asking -= 1;
      }
    },
  };
}

/** `Havenlaan 2⏎1080 Sint-Jans-Molenbeek` → `Havenlaan 2, 1080 Sint-Jans-Molenbeek`, on one line. */
function lineOf(text: string | null | undefined): string {
  const lines = (text ?? '')
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  const line = lines.join(', ');
  return line === NOTHING ? '' : line;
}
