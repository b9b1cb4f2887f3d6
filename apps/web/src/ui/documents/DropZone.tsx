import { type DragEvent, type ReactNode, useState } from 'react';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';

interface DropZoneProps {
  readonly onDrop: (files: FileList) => void;
  /** Whether the border shows that a file is not accepted. */
  readonly wrong?: boolean;
  readonly className: string;
  /** The buttons that do the same without a pointer, and what is accepted. */
  readonly children: ReactNode;
}

/** A place on which files may be dropped. */
export function DropZone({ onDrop, wrong = false, className, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const handleDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onDrop(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the pointer; the buttons inside do the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
      className={cx(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 text-center transition-colors',
        over ? 'border-brand-fg bg-brand-soft' : wrong ? 'border-danger-fg bg-field' : 'border-line-strong bg-field',
        className,
      )}
    >
      <Icon name="upload" size={20} className="text-muted" />
      {children}
    </div>
  );
}
