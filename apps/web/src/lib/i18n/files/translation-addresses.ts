/**
 * @param files source file → the address that the build gave it
 * @returns `<language>/<namespace>` → address
 */
export const translationAddresses = (files: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(files).map(([file, address]) => [file.split('/').slice(-2).join('/').replace('.json', ''), address]));
