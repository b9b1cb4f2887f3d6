/**
 * Every feature flag of the product, once: its name, and what holds while nobody has set it, and while its service cannot be
 * asked. The texts about each are in the namespace `flags` of packages/messages. A flag that decides nothing any more is taken out here.
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

/** Who is asked about, for flags (specification, section 3). */
export interface FlagContext {
  readonly kind: 'user';
  /** A placeholder while nobody is known, then the e-mail address (or what stands for it at another service). */
  readonly key: string;
  readonly companyId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly anonymous: boolean;
}

/** The key of whoever is not known: the same for all, so that it tells nobody apart. */
export const ANONYMOUS_FLAG_KEY = 'anonymous';

/** Before anybody is known (specification, section 4). */
export const ANONYMOUS_FLAG_CONTEXT: FlagContext = {
  kind: 'user',
  key: ANONYMOUS_FLAG_KEY,
  companyId: '',
  email: '',
  firstName: '',
  lastName: '',
  anonymous: true,
};

/** Attributes that no event about flags may carry (specification, section 3). */
export const PRIVATE_FLAG_ATTRIBUTES = ['email'] as const satisfies readonly (keyof FlagContext)[];

interface KnownUser {
  readonly email: string;
  readonly companyId?: string | null | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/** The context of a signed-in user with an e-mail address; anybody else is anonymous. @param key stands for the e-mail address, if anything does */
export function flagContextOf(user: KnownUser | undefined, key = user?.email ?? ''): FlagContext {
  if (!user?.email) return ANONYMOUS_FLAG_CONTEXT;
  const { email, companyId, firstName, lastName } = user;
  return { kind: 'user', key, companyId: companyId ?? '', email, firstName, lastName, anonymous: false };
}
