import { type ReactNode, type RefObject, useId } from 'react';
import { cx } from '../content/cx.ts';
import { PANEL_STYLE, type TriggerProps, usePopover } from './use-popover.ts';

export interface PopoverTriggerProps extends TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'dialog';
  'aria-controls': string | undefined;
}

interface PopoverProps {
  /** Accessible name of the panel. */
  label: string;
  trigger: (props: PopoverTriggerProps) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end';
  className?: string;
}

/** A small panel beside a button: explanations, a few filters. */
export function Popover({ label, trigger, children, align = 'start', className }: PopoverProps) {
  const id = useId();
  const {
    open,
    close,
    trigger: triggerRef,
    panel,
    triggerProps,
  } = usePopover(align, (panel) => panel.querySelector<HTMLElement>('input,select,textarea,button,a[href]')?.focus());
  return (
    <>
      {trigger({
        ...triggerProps,
        ref: triggerRef,
        'aria-haspopup': 'dialog',
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        <div
          ref={panel}
          id={id}
          popover="auto"
          role="dialog"
          aria-label={label}
          style={PANEL_STYLE}
          className={cx(
            'max-w-[calc(100vw-1rem)] animate-pop overflow-y-auto rounded-lg border-0 bg-surface p-4 text-xs text-fg shadow-pop',
            className,
          )}
        >
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </>
  );
}
