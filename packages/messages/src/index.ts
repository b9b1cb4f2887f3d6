import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import type Resources from './resources.gen.d.ts';

/**
 * All texts of the product, in `locales/<language>/<namespace>.json`. English defines the keys and their
 * parameters (`npm run types -w @checkwell/messages`); locales.test.ts checks that the other languages have the same.
 */
export type { Resources };
export type Namespace = keyof Resources;
export { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage };

/** Languages of the texts for workers: those of the interface, and German (specification, section 3). */
export type MessageLanguage = InterfaceLanguage | 'de';

/** Every leaf of a namespace as a dotted path, plural endings included. */
export type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string];

/** A full key, `namespace:path`. Zod issues contain such a key instead of a sentence. */
export type MessageKey = { [N in Namespace]: `${N & string}:${Paths<Resources[N]>}` }[Namespace];
