import { type PublicSeller, SELLER_PATH } from '@checkwell/domain/invoice/seller';
import { useEffect, useState } from 'react';
import { apiHost } from '../api/api-host.ts';

/** One answer for all pages of a visit: it changes with the server's configuration alone. */
let asked: Promise<PublicSeller | null> | undefined;

/** Who sells; null until it is known, and where it cannot be learned: the page "Contact" says it all the same. */
export function useSeller(): PublicSeller | null {
  const [seller, setSeller] = useState<PublicSeller | null>(null);
  useEffect(() => {
    asked ??= ask().catch(() => {
      asked = undefined;
      return null;
    });
    void asked.then(setSeller);
  }, []);
  return seller;
}

/** The next page asks again: for tests, in which one page is many visits. */
export function forgetSeller(): void {
  asked = undefined;
}

/** By itself: the calls of the application, with their errors and tries, are 10 KiB that the sign-in page loads when somebody sends. */
async function ask(): Promise<PublicSeller> {
  const response = await fetch(`${apiHost}${SELLER_PATH}`);
  if (!response.ok) throw new Error(`Seller: received status code ${response.status}`);
  return response.json();
}
