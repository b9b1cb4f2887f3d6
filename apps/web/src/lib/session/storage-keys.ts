/** Keys of what the browser keeps (specification, section 9); each is here once. */
export const LOCAL = {
  /** An external access token that the user accepted. */
  accessToken: 'accessToken',
  /** The `accessToken` query parameter as it came in, until the user answers for it. */
  linkToken: 'ACCESS_TOKEN',
  companyId: 'companyId',
  /** The interface language that was chosen here. */
  language: 'language',
  /** The profile's language of the account last used here: counts where nothing was chosen. */
  accountLanguage: 'accountLanguage',
  colorMode: 'colorMode',
  /** Subject of the account last used here: tells whether a link belongs to somebody else. */
  account: 'account',
  /** `1` while a refreshable session should exist, so that a visitor's page makes no call that can fail. */
  session: 'session',
  /** `1` from a sign-out until the server has ended the session: its cookie, which no script can remove, would renew it. */
  signingOut: 'signingOut',
  /** What the account last chose in the search over everything: ids and names (features/shell/palette/recent.ts). */
  recent: 'recentChoices',
  /** `off`: single keys do nothing (WCAG 2.1.4). */
  shortcuts: 'shortcuts',
  /** How close rows of lists are, by account (density.ts). */
  density: 'density',
  /** Columns that each account hides, by list (column-choice.ts). */
  columns: 'columns',
  /**
   * Whose missions this phone keeps, and until when (milliseconds since 1970) they open without network: `<account> <moment>`; after a
   * sign-out what is still to be removed: `FORGET` and the account (lib/offline/encrypted-store.ts).
   */
  phone: 'phone',
  /** Accounts that have taken the tour, or said no to it (features/shell/tour/tour-storage.ts). */
  tour: 'tour',
} as const;

/** See `LOCAL.phone`. */
export const FORGET = 'forget ';

export const SESSION = {
  /** Where to go after signing in again. */
  returnTo: 'returnTo',
  /** Language of the mail whose link opened this tab. */
  linkLanguage: 'linkLanguage',
  /** What the sign-in page says first. */
  notice: 'notice',
  draftPrefix: 'draft:',
  /** For users who type on a page that was opened to no account. */
  visitorDraftPrefix: 'visitorDraft:',
  /** How each list was left (list-state.ts). */
  listPrefix: 'list:',
} as const;
