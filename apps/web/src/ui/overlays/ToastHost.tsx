import { createRoot } from 'react-dom/client';
import { type CloseButtonProps, ToastContainer, toast } from 'react-toastify/unstyled';
import type { ToastAction, ToastKind } from '../../lib/browser/toast.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../content/Icon.tsx';
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
  createRoot(host).render(<Toasts />);
}

/** Specification, section 9: top right, 5000 ms, pause on hover and focus loss, drag at 80 percent, role alert, light. */
function Toasts() {
  const t = useTranslations('common');
  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      pauseOnHover
      pauseOnFocusLoss
      draggable
      draggablePercent={80}
      role="alert"
      theme="light"
      aria-label={t('toast.region')}
      closeButton={CloseButton}
      // Hides the bar only from assistive technology, where the library names it in English; toast.css keeps it visible.
      hideProgressBar
    />
  );
}

/** Replaces the library's button, whose label is always English. */
function CloseButton({ closeToast }: CloseButtonProps) {
  const t = useTranslations('common');
  return (
    <button
      type="button"
      aria-label={t('close')}
      onClick={(event) => {
        // The toast itself closes on a click too.
        event.stopPropagation();
        closeToast(true);
      }}
      className="toast-close"
    >
      <Icon name="x" size={16} />
    </button>
  );
}

/**
 * Moves the toasts into the open dialog, because a modal dialog makes everything outside it inert; and into the top layer, where nothing cuts
 * them off.
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

/** Sentences that are on the screen, so that none is shown twice. */
const shown = new Set<string>();

export function show(kind: ToastKind, text: string, action?: ToastAction, reference?: string): void {
  mount();
  const sentence = `${kind}:${text}`;
  if (shown.has(sentence)) return;
  shown.add(sentence);
  // The library keeps an id until the toast has left; one that comes while the last one leaves needs one of its own.
  const toastId = crypto.randomUUID();
  const onClose = () => void shown.delete(sentence);
  if (!action) {
    toast(reference ? <Referenced text={text} reference={reference} /> : text, { type: kind, toastId, onClose });
    return;
  }
  const act = (): void => {
    toast.dismiss(toastId);
    action.run();
  };
  // A toast with an action stays until it is closed.
  toast(<Actionable text={text} reference={reference} label={action.label} onAct={act} />, {
    type: kind,
    toastId,
    onClose,
    autoClose: false,
  });
}

/** The sentence, with the id of its log lines. */
function Referenced({ text, reference }: { text: string; reference: string | undefined }) {
  const t = useTranslations('common');
  return (
    <>
      {text}
      {reference && <span className="toast-reference">{t('errorReference', { traceId: reference })}</span>}
    </>
  );
}

interface ActionableProps {
  readonly text: string;
  readonly reference: string | undefined;
  readonly label: string;
  readonly onAct: () => void;
}

function Actionable({ text, reference, label, onAct }: ActionableProps) {
  return (
    <span>
      <Referenced text={text} reference={reference} />{' '}
      <button
        type="button"
        className="toast-action"
        onClick={(event) => {
          event.stopPropagation();
          onAct();
        }}
      >
        {label}
      </button>
    </span>
  );
}
