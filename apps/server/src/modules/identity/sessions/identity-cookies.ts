import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';

/**
 * The cookies of a signed-in browser. `__Host-`: this host only, encrypted transport only (browsers count localhost),
 * whole site, so no other host can set them.
 */
export const COOKIES = {
  /** The access token. Readable, as the specification wants (section 4); useless without the fingerprint. */
  accessToken: '__Host-accessToken',
  /** Continues the session: its token, which changes each time, signed: a row of the database alone opens nothing (security.md, S3). */
  session: '__Host-session',
  /** What the access token is bound to (security.md, 1B). */
  fingerprint: '__Host-fp',
  /** The account signed in here before: its owner is not locked out by strangers who guess (throttle.ts). */
  device: '__Host-device',
  /** The browser that a sign-in with Microsoft began in: its answer counts nowhere else. */
  microsoft: '__Host-microsoft',
} as const;

/** The longest that the access token's cookie may live (security.md, 1B). */
export const ACCESS_TOKEN_SECONDS = 600;
export const DEVICE_SECONDS = 180 * 24 * 3600;

const base = { path: '/', secure: true, sameSite: 'strict' } as const;
const hidden = { ...base, httpOnly: true } as const;

export const MICROSOFT_SECONDS = 2 * 3600;

/** What the browser is to keep after a session was opened or prolonged. */
export interface BrowserSession {
  readonly accessToken: string;
  /** Seconds from now. */
  readonly accessTokenSeconds: number;
  readonly sessionId: string;
  readonly sessionToken: string;
  readonly sessionSeconds: number;
  /** Lower case; null: no device mark is set. */
  readonly deviceOf: string | null;
}

export interface CookieJar {
  /** Values of `Set-Cookie`. */
  set(session: BrowserSession): string[];
  /** Values of `Set-Cookie` that remove everything but the device mark. */
  clear(): string[];
  /** The session token in a request's cookies, if its signature is ours. */
  readSessionToken(header: string | undefined): string | undefined;
  /** The device mark in a request's cookies, if it was given to a browser of this account. */
  readDevice(header: string | undefined, email: string): string | null;
  /** The secret of a browser that a sign-in with Microsoft began in; a new one when it has none. */
  readMicrosoft(header: string | undefined): string;
  /** Value of `Set-Cookie` that keeps it. */
  setMicrosoft(secret: string): string;
  /** What the claim `fph` of this session's access tokens must be. */
  fingerprintHash(sessionId: string): string;
  /** Whether the request comes with the cookie that this claim stands for. */
  hasFingerprint(header: string | undefined, hash: string): boolean;
}

/** @param keys the first signs, each verifies */
export function createCookieJar(keys: readonly [Buffer, ...Buffer[]]): CookieJar {
  const signBy = (key: Buffer, purpose: string, text: string): string =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
  const sign = (purpose: string, text: string): string => signBy(keys[0], purpose, text);
  // Derived from the session, not from its token: the token may change while a request is on its way.
  const fingerprintOf = (sessionId: string): string => sign('fingerprint', sessionId);
  const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
  const read = (header: string | undefined, name: string): string | undefined =>
    header === undefined ? undefined : parseCookie(header)[name];

  /** `value.signature`; undefined when the signature is not ours. */
  const unsealed = (purpose: (value: string) => [string, string], sealed: string | undefined): string | undefined => {
    const dot = sealed?.lastIndexOf('.') ?? -1;
    if (sealed === undefined || dot < 1) return undefined;
    const value = sealed.slice(0, dot);
    return keys.some((key) => equal(sealed.slice(dot + 1), signBy(key, ...purpose(value)))) ? value : undefined;
  };

  return {
    set({ accessToken, accessTokenSeconds, sessionId, sessionToken, sessionSeconds, deviceOf }) {
      const cookies = [
        serialize(COOKIES.accessToken, accessToken, { ...base, maxAge: Math.min(accessTokenSeconds, ACCESS_TOKEN_SECONDS) }),
        serialize(COOKIES.session, `${sessionToken}.${sign('session', sessionToken)}`, { ...hidden, maxAge: sessionSeconds }),
        serialize(COOKIES.fingerprint, fingerprintOf(sessionId), { ...hidden, maxAge: sessionSeconds }),
      ];
      if (deviceOf !== null) {
        const mark = randomBytes(12).toString('base64url');
        cookies.push(serialize(COOKIES.device, `${mark}.${sign('device', `${deviceOf}\0${mark}`)}`, { ...hidden, maxAge: DEVICE_SECONDS }));
      }
      return cookies;
    },
    clear: () => [
      serialize(COOKIES.accessToken, '', { ...base, maxAge: 0 }),
      serialize(COOKIES.session, '', { ...hidden, maxAge: 0 }),
      serialize(COOKIES.fingerprint, '', { ...hidden, maxAge: 0 }),
    ],
    readSessionToken: (header) => unsealed((token) => ['session', token], read(header, COOKIES.session)),
    readDevice: (header, email) => unsealed((mark) => ['device', `${email}\0${mark}`], read(header, COOKIES.device)) ?? null,
    readMicrosoft(header) {
      const known = read(header, COOKIES.microsoft);
      return known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url');
    },
    setMicrosoft: (secret) => serialize(COOKIES.microsoft, secret, { ...hidden, maxAge: MICROSOFT_SECONDS }),
    fingerprintHash: (sessionId) => hash(fingerprintOf(sessionId)),
    hasFingerprint(header, expected) {
      const value = read(header, COOKIES.fingerprint);
      return value !== undefined && equal(hash(value), expected);
    },
  };
}

const serialize = (name: string, value: string, attributes: Omit<SetCookie, 'name' | 'value'>): string =>
  stringifySetCookie({ name, value, ...attributes });

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
