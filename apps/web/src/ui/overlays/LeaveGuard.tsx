import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { guardWork } from '../../lib/forms/leaving.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { session } from '../../lib/session/session.ts';
import { ConfirmDialog } from './Dialog.tsx';

interface LeaveGuardProps {
  readonly when: boolean;
  /** Pages that lose nothing; otherwise the sign-in, to which an ended session leads without a question: drafts wait in the tab. */
  readonly mayGoTo?: (path: string) => boolean;
  readonly onLeave?: () => void;
  /** Texts for what is left and kept; otherwise those for what would be lost. */
  readonly texts?: { readonly title: string; readonly text: string; readonly confirm: string };
}

const isSignIn = (path: string): boolean => path === '/';

/**
 * Asks before a page with unsaved changes is left, or shows another company's data; the browser asks by itself before it is
 * closed or loaded again.
 */
export function LeaveGuard({ when, mayGoTo = isSignIn, onLeave, texts }: LeaveGuardProps) {
  const t = useTranslations('common');
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => when && next.pathname !== current.pathname && !mayGoTo(next.pathname),
    // A page whose session has ended in another tab goes without a question: there is nobody here to answer it.
    enableBeforeUnload: () => when && !session.isLeaving(),
    withResolver: true,
  });
  const [asked, setAsked] = useState<{ readonly answer: (leave: boolean) => void } | null>(null);
  useEffect(() => {
    if (!when) return undefined;
    let answer: ((leave: boolean) => void) | undefined;
    const release = guardWork(() => {
      // Who asks again has closed nothing in between: the earlier question is no more.
      answer?.(false);
      return new Promise((resolve) => {
        answer = resolve;
        setAsked({ answer: resolve });
      });
    });
    return () => {
      release();
      answer?.(false);
      setAsked(null);
    };
  }, [when]);
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked' || asked !== null}
      title={texts?.title ?? t('leave.title')}
      confirmLabel={texts?.confirm ?? t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      onConfirm={() => {
        onLeave?.();
        asked?.answer(true);
        setAsked(null);
        leaving.proceed?.();
      }}
      onClose={() => {
        asked?.answer(false);
        setAsked(null);
        leaving.reset?.();
      }}
    >
      {texts?.text ?? t('leave.text')}
    </ConfirmDialog>
  );
}
