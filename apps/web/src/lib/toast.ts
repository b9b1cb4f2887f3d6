import { errorText } from './errors.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';
/** What can be done about it: a button in the toast, which then stays until it is closed. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
type Show = (kind: ToastKind, text: string, action?: ToastAction) => void;

let load: (() => Promise<Show>) | undefined;
let show: Show | undefined;

/** The toast library is the kit's business (ui/Toast.tsx); it registers itself here and loads on the first use. */
export function registerToasts(loader: () => Promise<Show>): void {
  load = loader;
}

/** Shows a sentence at the top right for 5 seconds (specification, section 9). */
export function notify(kind: ToastKind, text: string, action?: ToastAction): void {
  if (show) show(kind, text, action);
  else
    void load?.().then((loaded) => {
      show = loaded;
      loaded(kind, text, action);
    });
}

/** Shows why a call failed. */
export function notifyError(error: unknown, action?: ToastAction): void {
  notify('error', errorText(error), action);
}
