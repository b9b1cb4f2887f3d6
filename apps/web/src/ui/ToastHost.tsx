import { createRoot } from 'react-dom/client';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { i18n } from '../lib/i18n.ts';
import type { ToastKind } from '../lib/toast.ts';
import 'react-toastify/ReactToastify.css';
import './toast.css';

let mounted = false;

/** The container lives outside the application's tree, so that a toast survives a change of page or an error screen. */
function mount(): void {
  if (mounted) return;
  mounted = true;
  const host = document.createElement('div');
  host.popover = 'manual';
  host.className = 'toast-host';
  followDialogs(host);
  createRoot(host).render(
    // Specification, section 9: top right, 5000 ms, pause on hover and focus loss, drag at 80 percent, role alert, light.
    <ToastContainer
      position="top-right"
      autoClose={5000}
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      role="alert"
      theme="light"
      aria-label={i18n.t('common:toast.region')}
    />,
  );
}

/**
 * A modal dialog makes everything outside it inert: dimmed, deaf to the pointer and not read out. So the toasts stand in
 * the dialog that is open, and in the top layer, where nothing of it cuts them off.
 */
function followDialogs(host: HTMLElement): void {
  const place = (): void => {
    const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    if (host.parentNode !== parent || !host.isConnected) parent.append(host);
    if (!host.matches(':popover-open')) host.showPopover();
  };
  place();
  new MutationObserver(place).observe(document.body, { subtree: true, attributeFilter: ['open'] });
}

export function show(kind: ToastKind, text: string): void {
  mount();
  // The same sentence twice says nothing more.
  toast(text, { type: kind, toastId: `${kind}:${text}` });
}
