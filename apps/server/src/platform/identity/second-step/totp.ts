import { TOTP as RULES } from '@checkwell/domain/identity/second-step';
import { Secret, TOTP } from 'otpauth';

/** Name under which authenticator apps list the account. */
const ISSUER = 'Checkwell';
/** 160 bits (RFC 4226, 4: R6). */
const SECRET_BYTES = 20;

/** SHA-1 and six digits: what every authenticator app can do. */
const totpOf = (secret: Secret, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: RULES.digits, period: RULES.periodSeconds, secret });

/** @returns the secret in base 32, as people type it */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The `otpauth:` address that the square code holds. */
export const totpAddress = (secret: string, email: string): string => totpOf(Secret.fromBase32(secret), email).toString();

/** @returns the time step whose code this is; undefined for a wrong one, or one that is too old or from too far ahead */
export function totpStepOf(secret: string, code: string, now: Date): number | undefined {
  if (!new RegExp(`^\\d{${RULES.digits}}$`).test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(Secret.fromBase32(secret), '').validate({ token: code, timestamp, window: RULES.driftSteps });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / RULES.periodSeconds) + delta;
}
