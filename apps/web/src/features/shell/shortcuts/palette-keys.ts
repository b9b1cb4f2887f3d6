/** What the keys that open the search over everything are called on this machine. */
export const PALETTE_KEYS: readonly string[] = [/Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl', 'K'];

/** The same inside a sentence; no line ends in between. */
export const paletteKeysText = (): string => PALETTE_KEYS.join('\u00a0+\u00a0');
