import { registerToasts } from '../../lib/browser/toast.ts';

/** Call once at start: the toast library then comes with the first toast (or when the browser is idle), not before. */
export function setUpToasts(): void {
  registerToasts(async () => (await import('./ToastHost.tsx')).show);
}
