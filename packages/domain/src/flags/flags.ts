/**
 * All feature flags of the product with their default values, used while a flag is not set or its service is unavailable. Their texts are in the
 * namespace `flags` of packages/messages. Remove a flag here once no code reads it.
 */
export const FLAGS = {
  /** Checks by video (checkLocation Telecheck) may be ordered. */
  telecheck: true,
  /** Uploaded certificates are read to fill in their form. */
  certificateReading: true,
  /** The dashboard may be sent by mail. */
  dashboardMail: true,
} as const satisfies Record<string, boolean>;

export type FlagName = keyof typeof FLAGS;
export const FLAG_NAMES = Object.keys(FLAGS) as readonly FlagName[];

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(FLAGS, name);

/** The user for whom flags are evaluated (specification, section 3). */
export interface FlagContext {
  readonly kind: 'user';
  /** A placeholder for an anonymous user, otherwise the e-mail address (or an identifier in its place at another service). */
  readonly key: string;
  readonly companyId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly anonymous: boolean;
}

/** The key of anonymous users: the same for all, so that it identifies nobody. */
export const ANONYMOUS_FLAG_KEY = 'anonymous';

/** The context before sign-in (specification, section 4). */
export const ANONYMOUS_FLAG_CONTEXT: FlagContext = {
  kind: 'user',
  key: ANONYMOUS_FLAG_KEY,
  companyId: '',
  email: '',
  firstName: '',
  lastName: '',
  anonymous: true,
};

/** Attributes that may not be in events about flags (specification, section 3). */
export const PRIVATE_FLAG_ATTRIBUTES = ['email'] as const satisfies readonly (keyof FlagContext)[];

interface KnownUser {
  readonly email: string;
  readonly companyId?: string | null | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/** The context of a signed-in user with an e-mail address; anybody else is anonymous. @param key identifier in place of the e-mail address */
export function flagContextOf(user: KnownUser | undefined, key = user?.email ?? ''): FlagContext {
  if (!user?.email) return ANONYMOUS_FLAG_CONTEXT;
  const { email, companyId, firstName, lastName } = user;
  return { kind: 'user', key, companyId: companyId ?? '', email, firstName, lastName, anonymous: false };
}
