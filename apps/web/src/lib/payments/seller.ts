import { type PublicSeller, SELLER_PATH } from '@checkwell/domain/invoice/seller';
import { useEffect, useState } from 'react';
import { apiHost } from '../api/api-host.ts';

/** One answer for all pages of a visit: it changes with the server's configuration alone. */
let asked: Promise<PublicSeller | null> | undefined;

/** The seller; null until it is known, and when the request fails: the page "Contact" shows it too. */
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

/** Clears the cached answer, for tests, in which one page stands for many visits. */
export function forgetSeller(): void {
  asked = undefined;
}

/** With plain `fetch`: the application's calls are 10 KiB that the sign-in page loads only when a form is sent. */
async function ask(): Promise<PublicSeller> {
  const response = await fetch(`${apiHost}${SELLER_PATH}`);
  if (!response.ok) throw new Error(`Seller: received status code ${response.status}`);
  return response.json();
}
