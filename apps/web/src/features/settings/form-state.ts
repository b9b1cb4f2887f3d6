/** What a page must know about one of its forms, to ask before it is left. */
export interface FormState {
  readonly isDirty: boolean;
  /** Forgets what was typed. */
  readonly discard: () => void;
}
