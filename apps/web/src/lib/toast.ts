import { errorText } from './errors.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';
type Show = (kind: ToastKind, text: string) => void;

let load: (() => Promise<Show>) | undefined;
let show: Show | undefined;

/** The toast library is the kit's business (ui/Toast.tsx); it registers itself here and loads on the first use. */
export function registerToasts(loader: () => Promise<Show>): void {
  load = loader;
}

/** Shows a sentence at the top right for 5 seconds (specification, section 9). */
export function notify(kind: ToastKind, text: string): void {
  if (show) show(kind, text);
  else
    void load?.().then((loaded) => {
      show = loaded;
      loaded(kind, text);
    });
}

/** Shows why a call failed. */
export function notifyError(error: unknown): void {
  notify('error', errorText(error));
}
