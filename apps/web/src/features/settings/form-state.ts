/** State of a form, for the question before the page is left. */
export interface FormState {
  readonly isDirty: boolean;
  /** Drops what was typed. */
  readonly discard: () => void;
}
