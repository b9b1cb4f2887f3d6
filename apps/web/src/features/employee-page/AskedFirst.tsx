import { Alert } from '../../ui/content/Alert.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';

interface AskedFirstProps {
  /** Names the part of the page. */
  readonly label: string;
  /** Whether the name is to be read above, where no button with it is there any more. */
  readonly titled?: boolean;
  /** What follows from the answer. */
  readonly what: string;
  readonly send: string;
  readonly back: string;
  readonly isPending: boolean;
  /** Why it did not arrive. */
  readonly fault: string | undefined;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** An answer that is not taken back: what follows from it is before the button that gives it. */
export function AskedFirst({ label, titled = false, what, send, back, isPending, fault, onSend, onBack }: AskedFirstProps) {
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
      {fault !== undefined && (
        <Alert tone="danger" className="mt-3">
          {fault}
        </Alert>
      )}
    </section>
  );
}
