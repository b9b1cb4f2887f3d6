/**
 * Claims of a token, decoded for display and scheduling only: the signature is the server's business,
 * and nothing is allowed or refused because of these.
 */
export interface Claims {
  readonly sub?: string;
  readonly exp?: number;
  readonly iat?: number;
  readonly aud?: string | readonly string[];
  readonly name?: string;
  readonly email?: string;
  /** `microsoft` for Microsoft single sign-on. */
  readonly provider?: string;
}

/** The payload of a JWT, or undefined when the text is not one. */
export function decodeClaims(token: string): Claims | undefined {
  const payload = token.split('.')[1];
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the token is meant to be swapped for a session (a link into the product), not to be sent to the API. */
export function isHandoff(claims: Claims | undefined): boolean {
  return claims?.aud === 'handoff' || (Array.isArray(claims?.aud) && claims.aud.includes('handoff'));
}
