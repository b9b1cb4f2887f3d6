import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The devices of people, for tests: an authenticator app and a device with a passkey, written from the standards. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows (RFC 6238: SHA-1, six digits, 30 seconds). @param secret base 32 */
export function totpCode(secret: string, now: Date): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Parts of the answer of the device that a test makes wrong. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  /** False: the device asked for no fingerprint or PIN. */
  readonly userVerified?: boolean;
  readonly userHandle?: unknown;
  readonly id?: string;
}

interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A device with one passkey (WebAuthn Level 3; ES256, attestation `none`). */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly id = randomBytes(32);
  counter = 0;
  userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers `navigator.credentials.create`. */
  create(options: Options, wrong: Wrong = {}): Record<string, unknown> {
    this.userHandle = options.user?.id ?? '';
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (coordinate: string): Buffer => cborBytes(Buffer.from(coordinate, 'base64url'));
    // kty: EC2, alg: ES256, crv: P-256 (RFC 9052)
    const key = Buffer.concat([
      Buffer.from('a5010203262001', 'hex'),
      Buffer.from('21', 'hex'),
      point(x),
      Buffer.from('22', 'hex'),
      point(y),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, key]);
    const authData = Buffer.concat([this.#authData(options, wrong, 0x40), attested]);
    const attestationObject = Buffer.concat([
      Buffer.of(0xa3),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.of(0xa0),
      cborText('authData'),
      cborBytes(authData),
    ]);
    const clientDataJSON = this.#clientData('webauthn.create', options, wrong);
    return this.#answer({
      attestationObject: attestationObject.toString('base64url'),
      clientDataJSON: clientDataJSON.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers `navigator.credentials.get`. */
  get(options: Options, wrong: Wrong = {}): Record<string, unknown> {
    this.counter += 1;
    const authenticatorData = this.#authData(options, wrong, 0);
    const clientDataJSON = this.#clientData('webauthn.get', options, wrong);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), this.#keys.privateKey);
    const response = {
      authenticatorData: authenticatorData.toString('base64url'),
      clientDataJSON: clientDataJSON.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: wrong.userHandle === undefined ? this.userHandle : wrong.userHandle,
    };
    return this.#answer(response, wrong.id);
  }

  #answer(response: object, id = this.id.toString('base64url')): Record<string, unknown> {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform', response };
  }

  #authData(options: Options, { rpId, counter = this.counter, userVerified = true }: Wrong, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const host = rpId ?? options.rpId ?? options.rp?.id ?? '';
    return Buffer.concat([sha256(host), Buffer.of(flags | 0x01 | (userVerified ? 0x04 : 0)), count]);
  }

  #clientData(type: string, options: Options, wrong: Wrong): Buffer {
    const { origin = this.#origin, challenge = options.challenge } = wrong;
    return Buffer.from(JSON.stringify({ type: wrong.type ?? type, challenge, origin, crossOrigin: false }));
  }
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? Buffer.of(0x58, bytes.length) : Buffer.of(0x59, bytes.length >> 8, bytes.length & 255);
  return Buffer.concat([head, bytes]);
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)]);
