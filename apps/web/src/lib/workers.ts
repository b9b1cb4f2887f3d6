/** What of Trusted Types is used here; TypeScript's own types do not know them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): { createScriptURL: (address: string) => URL };
}

/** The one policy that the pages' Content-Security-Policy lets turn an address into a program (server: headers.ts). */
const POLICY = 'workers';

/** Only files of the build, from our own origin. @throws {TypeError} for any other address */
export function workerAddress(address: string, origin: string): string {
  const url = new URL(address, origin);
  if (url.origin !== origin || !url.pathname.startsWith('/assets/')) throw new TypeError(`Not a program of this application: ${address}`);
  return url.href;
}

let policy: { createScriptURL: (address: string) => string | URL } | undefined;

function getPolicy(): { createScriptURL: (address: string) => string | URL } {
  const createScriptURL = (address: string): string => workerAddress(address, location.origin);
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy(POLICY, { createScriptURL }) ?? { createScriptURL };
  return policy;
}

/** Starts a module of the build (`import address from './x.worker.ts?worker&url'`) beside the page. */
export const startWorker = (address: string): Worker => new Worker(getPolicy().createScriptURL(address), { type: 'module' });
