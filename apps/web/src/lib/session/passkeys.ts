import type { PasskeyOptions } from '@checkwell/domain/identity/second-step';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/** Why a browser answered nothing. `cancelled`: by the person, or by the browser after a while; `known`: this device has one already. */
export type PasskeyRefusal = 'cancelled' | 'unsupported' | 'known';

/** What the server judges. */
type PasskeyAnswer = Readonly<Record<string, unknown>>;

async function answered(
  ask: (library: typeof import('@simplewebauthn/browser')) => Promise<object>,
): Promise<PasskeyAnswer | PasskeyRefusal> {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) return 'unsupported';
  try {
    return { ...(await ask(library)) };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
    if (name === 'InvalidStateError') return 'known';
    // A host that passkeys cannot belong to (an IP address), or a device that cannot do what is asked for.
    return 'unsupported';
  }
}

// The server's options are made by the same library's other half (`@simplewebauthn/server`); on the way they are plain JSON.

/** Lets the browser make a passkey. Options go as the server's library made them: the contract keeps them as JSON of any shape. */
export const makePasskey = (options: PasskeyOptions): Promise<PasskeyAnswer | PasskeyRefusal> =>
  answered(({ startRegistration }) => startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }));

/** Lets the browser sign with a passkey; options as above. */
export const signWithPasskey = (options: PasskeyOptions): Promise<PasskeyAnswer | PasskeyRefusal> =>
  answered(({ startAuthentication }) => startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }));
