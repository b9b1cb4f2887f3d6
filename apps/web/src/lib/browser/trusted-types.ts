/** What of Trusted Types is used here; TypeScript's own types do not know them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): { createScriptURL: (address: string) => URL };
}

const policies = new Map<string, { createScriptURL: (address: string) => string | URL }>();

/**
 * Turns addresses into script URLs under a policy that the pages' Content-Security-Policy names (server: headers.ts).
 * @param check returns the address if it may become a script, else throws
 */
export function trustedAddresses(policy: string, check: (address: string) => string): (address: string) => string | URL {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const known = policies.get(policy) ?? trustedTypes?.createPolicy(policy, { createScriptURL: check }) ?? { createScriptURL: check };
  policies.set(policy, known);
  return (address) => known.createScriptURL(address);
}
