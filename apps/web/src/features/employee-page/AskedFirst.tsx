import { Alert } from '../../ui/content/Alert.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';

interface AskedFirstProps {
  /** Names the part of the page. */
  readonly label: string;
  /** Whether to show the label as a title, when no button shows it any more. */
  readonly titled?: boolean;
  /** The consequence of the answer. */
  readonly what: string;
  readonly send: string;
  readonly back: string;
  readonly isPending: boolean;
  /** Why the answer did not arrive. */
  readonly errorKey: string | undefined;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** An answer that cannot be taken back: its consequence is shown before the button that sends it. */
export function AskedFirst({ label, titled = false, what, send, back, isPending, errorKey, onSend, onBack }: AskedFirstProps) {
  return (
    <section aria-label={label} className="mt-3 rounded-md bg-sunken p-3">
      {titled && <h3 className="mb-1 text-sm font-semibold text-fg">{label}</h3>}
      <p className="text-sm text-pretty text-fg">{what}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ThumbButton variant="primary" autoFocus loading={isPending} onClick={onSend}>
          {send}
        </ThumbButton>
        <ThumbButton onClick={onBack}>{back}</ThumbButton>
      </div>
      {errorKey !== undefined && (
        <Alert tone="danger" className="mt-3">
          {errorKey}
        </Alert>
      )}
    </section>
  );
}
