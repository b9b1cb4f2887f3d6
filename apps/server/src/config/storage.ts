import { isThisMachine } from '../platform/network.ts';
import { sentenceList } from './sentence-list.ts';
import type { Values } from './variables.ts';

/** A bucket of a server that implements the S3 protocol, for this installation alone. */
export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** null: the one of Amazon in the region. */
  readonly endpoint: string | null;
  /** The bucket is in the path, not in the host name. */
  readonly pathStyle: boolean;
  /** null: those that the platform gives the process (role of an instance or a pod). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** Where ClamAV's daemon listens. */
export type ClamdConfig = { readonly host: string; readonly port: number } | { readonly path: string };

const S3_COMPANIONS = ['FILES_MOVE', 'S3_REGION', 'S3_ENDPOINT', 'S3_PATH_STYLE', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** Keys of documentation and of servers that nobody has set up. */
const KNOWN_S3_KEY = /^(minioadmin|minio|admin|s3rver|AKIAIOSFODNN7EXAMPLE)$|change[-_ ]?me|example|password/i;

/** Where `S3_*` says that documents are kept; half a description is an error. */
export function s3Of(values: Values, errors: string[]): S3Config | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    const alone = S3_COMPANIONS.filter((name) => values[name] !== undefined);
    if (alone.length > 0)
      errors.push(
        `S3_BUCKET must be set where ${sentenceList(alone)} ${alone.length === 1 ? 'is' : 'are'}: without it files stay on disk.`,
      );
    return null;
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    errors.push(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or neither: then the platform gives the process its keys.',
    );
  if (endpoint === undefined && values.S3_REGION === undefined) errors.push('S3_REGION or S3_ENDPOINT must say where S3_BUCKET is.');
  if (values.NODE_ENV === 'production') {
    // A name without a dot is one of a private network: a service of compose or of a cluster.
    const { protocol, hostname } = new URL(endpoint ?? 'https://amazonaws.com');
    if (protocol === 'http:' && hostname.includes('.') && !isThisMachine(hostname))
      errors.push('S3_ENDPOINT must begin with https:// in production, unless it is a name within a private network.');
    if ([accessKeyId, secretAccessKey].some((key) => key !== undefined && KNOWN_S3_KEY.test(key)))
      errors.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be your own in production: these can be guessed.');
  }
  return {
    bucket,
    region: values.S3_REGION ?? 'us-east-1',
    endpoint: endpoint ?? null,
    pathStyle: values.S3_PATH_STYLE ?? endpoint !== undefined,
    credentials: accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : null,
  };
}

/** Where `CLAMD_URL` says that the scanner listens. */
export function clamdOf({ CLAMD_URL: url }: Values): ClamdConfig | null {
  if (url === undefined) return null;
  if (url.protocol === 'unix:') return { path: decodeURIComponent(url.pathname) };
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
}

/** The standby that `REPLICA_DATABASE_URL` names; null: none. */
export function replicaOf({ DATABASE_URL: primary, REPLICA_DATABASE_URL: replica }: Values, errors: string[]): string | null {
  if (replica !== undefined && primary === undefined)
    errors.push('DATABASE_URL must be set where REPLICA_DATABASE_URL is: the embedded PostgreSQL has no replica.');
  return replica ?? null;
}
