/** What the keys that open the search over everything are called on this machine. */
export const PALETTE_KEYS: readonly string[] = [/Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl', 'K'];
