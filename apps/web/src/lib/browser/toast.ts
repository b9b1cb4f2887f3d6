import { errorText, toastReference } from '../api/errors.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';
/** What can be done about it: a button in the toast, which then stays until it is closed. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
type Show = (kind: ToastKind, text: string, action?: ToastAction, reference?: string) => void;

let load: (() => Promise<Show>) | undefined;
let show: Show | undefined;

/** The toast library is the kit's business (ui/overlays/Toast.tsx); it registers itself here and loads on the first use. */
export function registerToasts(loader: () => Promise<Show>): void {
  load = loader;
}

/** Loads the library ahead, because without network it could not be loaded to say so. */
export async function prepareToasts(): Promise<void> {
  show ??= await load?.();
}

/**
 * Shows a sentence at the top right for 5 seconds (specification, section 9).
 * @param reference under which the server logged a failure; is below the sentence
 */
export function notify(kind: ToastKind, text: string, action?: ToastAction, reference?: string): void {
  if (show) show(kind, text, action, reference);
  else
    prepareToasts().then(
      () => show?.(kind, text, action, reference),
      () => showPlainly(text),
    );
}

const PLAIN_MS = 5000;

/** Shows the sentence without the library, when that cannot be loaded: in the same place and for the same time. */
function showPlainly(text: string): void {
  const box = document.createElement('p');
  box.role = 'alert';
  box.className =
    'fixed inset-auto top-4 right-4 m-0 max-w-80 rounded-md border border-line bg-surface px-4 py-3 text-xs text-fg shadow-lg';
  box.textContent = text;
  // Above dialogs too.
  box.popover = 'manual';
  document.body.append(box);
  box.showPopover();
  setTimeout(() => box.remove(), PLAIN_MS);
}

/** Shows why a call failed. */
export function notifyError(error: unknown, action?: ToastAction): void {
  notify('error', errorText(error), action, toastReference(error));
}
