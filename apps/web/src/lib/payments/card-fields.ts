import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { PaymentResult, PaymentSession } from '@checkwell/domain/one-shot/contract';
import type { PaymentDecline } from '@checkwell/domain/one-shot/states';
import type { ColorMode } from '../browser/theme.ts';

/** The outcome of a confirmation in the fields. `incomplete`: nothing was sent, and the fields show what is missing. */
export interface CardOutcome {
  readonly status: PaymentResult['status'] | 'incomplete';
  /** The reason of a declined card; null when only the server knows it. */
  readonly code: PaymentDecline | null;
}

/** Card fields of the payment provider, in a frame of its own origin: what is typed there never reaches this page (security.md, Y1). */
export interface CardFields {
  /**
   * Pays with what was typed. 3-D Secure happens in the frame, so it may take minutes.
   * @param clientSecret of the latest attempt; the fields stay filled in over several
   */
  confirm(clientSecret: string): Promise<CardOutcome>;
  /** Puts the cursor into the first field. */
  focus(): void;
  remove(): void;
}

export interface CardFieldsOptions {
  readonly session: PaymentSession;
  /** Euro cents. */
  readonly amount: number;
  readonly language: InterfaceLanguage;
  readonly mode: ColorMode;
  /** Name of the frame for screen readers. */
  readonly title: string;
  readonly onReady: () => void;
  /** Called at each change. `complete`: every field has a plausible value. */
  readonly onChange: (state: { readonly complete: boolean }) => void;
  /** Called when the fields could not be loaded. */
  readonly onFailed: () => void;
}
