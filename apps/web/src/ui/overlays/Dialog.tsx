import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { notifyError } from '../../lib/browser/toast.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { type FocusPlace, focusPlaceOf, restoreFocus } from '../lists/focus-place.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** False while something runs: Escape, backdrop and cross then do not close. */
  dismissable?: boolean;
  /** Whether closing would lose typed text: Escape and cross then ask first, and the backdrop does nothing. */
  unsaved?: boolean;
  role?: 'dialog' | 'alertdialog';
}

const WIDTHS = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' } as const;

const MODAL = 'm-auto flex-col border-0 bg-surface p-0 text-fg shadow-pop backdrop:bg-black/40 dark:backdrop:bg-black/60 open:flex';

function Modal({
  open,
  onClose,
  title,
  children,
  footer,
  dismissable = true,
  unsaved = false,
  role = 'dialog',
  className,
}: DialogProps & { className: string }) {
  const t = useTranslations('common');
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const [asking, setAsking] = useState(false);
  const opener = useRef<FocusPlace>(undefined);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      opener.current = focusPlaceOf(document.activeElement);
      dialog.showModal();
      focusFirstField(dialog);
    }
    if (!open && dialog.open) close(dialog, opener.current);
  }, [open]);
  // Removing an open dialog would lose the focus; closing it first gives the focus back.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => {
      if (dialog?.open) close(dialog, opener.current);
    };
  }, []);
  const leave = (): void => {
    setAsking(false);
    onClose();
  };
  const handleLeave = (): void => {
    if (!dismissable) return;
    if (unsaved) setAsking(!asking);
    else leave();
  };
  const handleBackdrop = (event: MouseEvent) => {
    if (dismissable && !unsaved && event.target === event.currentTarget) onClose();
  };
  return (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={id}
      className={cx(MODAL, className)}
      onCancel={(event) => {
        // React bubbles events of a dialog above this one, or of a file field in it.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        handleLeave();
      }}
      onClose={(event) => {
        // At a second request, browsers close a dialog without asking. A dialog that was opened again is not closed.
        if (!open || event.target !== event.currentTarget || event.currentTarget.open) return;
        if (dismissable && !unsaved) leave();
        else {
          event.currentTarget.showModal();
          setAsking(dismissable);
        }
      }}
      onMouseDown={handleBackdrop}
    >
      {open && (
        <>
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <h2 id={id} className="pt-1 text-md font-semibold tracking-tight">
              {title}
            </h2>
            {dismissable && <IconButton icon="x" label={t('close')} onClick={handleLeave} className="-mr-2" />}
          </header>
          {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-0.5 pb-5 text-xs">{children}</div>}
          {asking && (
            <div
              role="alertdialog"
              aria-labelledby={`${id}-leave`}
              className="border-t border-warning-line bg-warning-soft px-5 py-3 text-xs"
            >
              <p id={`${id}-leave`} className="text-fg">
                <strong className="font-semibold">{t('leave.title')}</strong> {t('leave.text')}
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button autoFocus onClick={() => setAsking(false)}>
                  {t('leave.stay')}
                </Button>
                <Button variant="danger" onClick={leave}>
                  {t('leave.confirm')}
                </Button>
              </div>
            </div>
          )}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3 max-sm:*:flex-1">{footer}</footer>
          )}
        </>
      )}
    </dialog>
  );
}

/** Closes a dialog. The browser returns the focus to the element that opened it; if its row is gone, another element takes it. */
function close(dialog: HTMLDialogElement, opener: FocusPlace | undefined): void {
  dialog.close();
  // Elements that are removed with the dialog are gone after the current task.
  if (opener) queueMicrotask(() => restoreFocus(opener));
}

/** Fields, and the fallbacks of those that are still loading. */
const FIELDS = ['input:not([type="hidden"])', 'select', 'textarea', '[role="spinbutton"]', '[data-fallback]'];
const FIELD = FIELDS.map((kind) => `${kind}:not(:disabled)`).join(',');

/**
 * Focuses the first field of a dialog, where the browser would focus the cross; not on a touch screen, where the keyboard would cover the form.
 */
function focusFirstField(dialog: HTMLDialogElement): void {
  if (matchMedia('(pointer: coarse)').matches) return;
  const first = dialog.querySelector<HTMLElement>(FIELD);
  const chosen =
    first instanceof HTMLInputElement && first.type === 'radio' ? first.form?.querySelector(`[name="${first.name}"]:checked`) : null;
  (chosen instanceof HTMLElement ? chosen : first)?.focus();
}

/** A native modal dialog: keeps the focus, closes on Escape, gives the focus back. Nothing of it exists while closed. */
export function Dialog({ size = 'md', ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      className={cx(
        'max-h-[min(90dvh,52rem)] w-full max-w-full rounded-xl open:animate-rise sm:w-[calc(100%-3rem)] overflow-hidden',
        'max-sm:mb-0 max-sm:rounded-b-none',
        WIDTHS[size],
      )}
    />
  );
}

/** A dialog at the right edge, for details beside a list. */
export function Drawer({ size = 'md', ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      className={cx('drawer mr-0! h-dvh max-h-dvh w-full max-w-full open:animate-slide sm:rounded-l-xl overflow-hidden', WIDTHS[size])}
    />
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** May return a promise: the button is busy until it ends; a failure is shown as a toast and the dialog stays open. */
  onConfirm: () => unknown;
  title: ReactNode;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
}

/** Asks before something that cannot simply be undone. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger = false,
}: ConfirmDialogProps) {
  const t = useTranslations('common');
  const [busy, setBusy] = useState(false);
  const handleConfirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissable={!busy}
      title={title}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={busy} onClick={() => void handleConfirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface NoticeDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/** A dialog with a message and a button to close it. */
export function NoticeDialog({ closeLabel, ...dialog }: NoticeDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <Button variant="primary" size="md" onClick={dialog.onClose}>
          {closeLabel}
        </Button>
      }
    />
  );
}
