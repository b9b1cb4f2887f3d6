import { isThisMachine } from '../platform/network.ts';
import type { Values } from './variables.ts';

/** What /.well-known/security.txt says (RFC 9116). */
export interface SecurityContact {
  /** mailto: or https: */
  readonly contact: string;
  readonly until: Date;
}

/** A collector that takes OTLP over HTTP. */
export interface TracingConfig {
  /** Of traces, absolute. */
  readonly endpoint: string;
  /** Sent with each batch, such as a token. */
  readonly headers: Readonly<Record<string, string>>;
}

/** As the specification of OpenTelemetry reads the two: traces have their own path below the address, values of headers are encoded. */
export function tracingOf(values: Values, errors: string[]): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_HEADERS: pairs = [] } = values;
  if (base === undefined) return null;
  const headers = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
  });
  const { protocol, hostname } = new URL(base);
  // A name without a dot is one of a private network: a service of compose or of a cluster.
  if (values.NODE_ENV === 'production' && headers.length > 0 && protocol === 'http:' && hostname.includes('.') && !isThisMachine(hostname))
    errors.push('OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// in production, where OTEL_EXPORTER_OTLP_HEADERS is set.');
  return { endpoint: `${base.replace(/\/$/, '')}/v1/traces`, headers: Object.fromEntries(headers) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Contact and day, both or neither. */
export function securityOf({ SECURITY_CONTACT: contact, SECURITY_CONTACT_UNTIL: until }: Values, errors: string[]): SecurityContact | null {
  if (contact === undefined && until === undefined) return null;
  if (contact !== undefined && until !== undefined) return { contact, until: new Date(`${until}T23:59:59Z`) };
  errors.push('SECURITY_CONTACT and SECURITY_CONTACT_UNTIL must be set together.');
  return null;
}
