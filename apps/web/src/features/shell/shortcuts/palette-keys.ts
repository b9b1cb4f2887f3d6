/** The names of the keys that open the palette on this machine. */
export const PALETTE_KEYS: readonly string[] = [/Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl', 'K'];

/** The keys of the palette within a sentence, without a line break. */
export const paletteKeysText = (): string => PALETTE_KEYS.join('\u00a0+\u00a0');
