import { LINK_LANGUAGE } from '@checkwell/domain/constants';

export interface LinkParameters {
  /** The address without them; other parameters and the hash as they were, byte for byte. */
  readonly address: string;
  /** The last `accessToken` of the address; empty: there was none, or an empty one. */
  readonly accessToken: string;
  /** The last `lang` of the address, as it is there; empty as above. */
  readonly language: string;
}

/**
 * What a link tells the application rather than a screen: the `accessToken` parameter, which any page takes
 * (specification, section 2) and which must reach neither history, nor Referer, nor a log; and the language of the
 * mail in which the link stood. Undefined when the address has neither.
 */
export function takeLinkParameters(href: string): LinkParameters | undefined {
  const [, beforeQuery = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(href) ?? [];
  const parts = query.split('&');
  const found = (name: string) => parts.filter((part) => new URLSearchParams(part).has(name));
  const tokens = found('accessToken');
  const languages = found(LINK_LANGUAGE);
  const taken = new Set([...tokens, ...languages]);
  if (taken.size === 0) return undefined;
  const valueIn = (name: string, part = ''): string => new URLSearchParams(part).get(name) ?? '';
  const rest = parts.filter((part) => !taken.has(part)).join('&');
  return {
    address: `${beforeQuery}${rest ? `?${rest}` : ''}${hash}`,
    accessToken: valueIn('accessToken', tokens.at(-1)),
    language: valueIn(LINK_LANGUAGE, languages.at(-1)),
  };
}
