import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { guardWork } from '../../lib/forms/leaving.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { session } from '../../lib/session/session.ts';
import { ConfirmDialog } from './Dialog.tsx';

interface LeaveGuardProps {
  readonly when: boolean;
  /** Pages to which leaving needs no question; by default the sign-in, where an ended session leads: drafts stay in the tab. */
  readonly mayGoTo?: (path: string) => boolean;
  readonly onLeave?: () => void;
  /** Texts for work that is kept; by default those for work that would be lost. */
  readonly texts?: { readonly title: string; readonly text: string; readonly confirm: string };
}

const isSignIn = (path: string): boolean => path === '/';

/**
 * Asks before a page with unsaved changes is left or another company is chosen; the browser asks before the page is closed or loaded again.
 */
export function LeaveGuard({ when, mayGoTo = isSignIn, onLeave, texts }: LeaveGuardProps) {
  const t = useTranslations('common');
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => when && next.pathname !== current.pathname && !mayGoTo(next.pathname),
    // A session that ended in another tab leaves the page without a question.
    enableBeforeUnload: () => when && !session.isLeaving(),
    withResolver: true,
  });
  const [asked, setAsked] = useState<{ readonly answer: (leave: boolean) => void } | null>(null);
  useEffect(() => {
    if (!when) return undefined;
    let answer: ((leave: boolean) => void) | undefined;
    const release = guardWork(() => {
      // A new question replaces an earlier one that was not answered.
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
