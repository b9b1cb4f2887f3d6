import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { PaymentResult, PaymentSession } from '@checkwell/domain/one-shot/contract';
import type { PaymentDecline } from '@checkwell/domain/one-shot/states';
import type { ColorMode } from '../browser/theme.ts';

/** How a confirmation ended, as the fields know it. `incomplete`: nothing was sent, and the fields say what is missing. */
export interface CardOutcome {
  readonly status: PaymentResult['status'] | 'incomplete';
  /** Of a declined card; null where the server knows more. */
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
  /** Name of the frame for who hears the page. */
  readonly title: string;
  readonly onReady: () => void;
  /** Something was typed. `complete`: every field is filled in plausibly. */
  readonly onChange: (state: { readonly complete: boolean }) => void;
  /** The fields did not come. */
  readonly onFailed: () => void;
}
