import { LOCAL } from './storage-keys.ts';

/**
 * Any page stores an `accessToken` query parameter under ACCESS_TOKEN (specification, section 2), before anything
 * else runs, and takes it out of the address so that it reaches neither history, nor Referer, nor a log.
 * Returns the address without it, or undefined when there was none; other parameters and the hash stay as they
 * were, byte for byte.
 */
export function takeLinkToken(href: string, store: Pick<Storage, 'setItem'>): string | undefined {
  const [, beforeQuery = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(href) ?? [];
  const tokenIn = (part: string): string | null => new URLSearchParams(part).get('accessToken');
  const parts = query.split('&');
  const last = parts.findLast((part) => tokenIn(part) !== null);
  if (last === undefined) return undefined;
  const token = tokenIn(last);
  try {
    if (token) store.setItem(LOCAL.linkToken, token);
  } catch {
    // A browser that refuses storage loses the sign-in by link, but the token still leaves the address.
  }
  const rest = parts.filter((part) => tokenIn(part) === null).join('&');
  return `${beforeQuery}${rest ? `?${rest}` : ''}${hash}`;
}
