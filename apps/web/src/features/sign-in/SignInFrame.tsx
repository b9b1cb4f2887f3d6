import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../lib/words.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { PublicFooter } from '../../ui/PublicFooter.tsx';
import { VisitorSwitches } from '../../ui/VisitorSwitches.tsx';

function Point({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <li className="flex gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-white/12 text-white">
        <Icon name={icon} size={18} />
      </span>
      <span>
        <span className="block text-sm font-medium text-white">{title}</span>
        <span className="block text-xs text-white/85">{text}</span>
      </span>
    </li>
  );
}

interface SignInFrameProps {
  /** Sign-in, unless it is another page for people who are not signed in. */
  title?: ReactNode;
  lead?: ReactNode;
  /** The page says how it ended: where a button was that is gone, the focus goes to the title. */
  outcome?: boolean;
  children: ReactNode;
}

/** The page around the sign-in steps: the form, and beside it what the product does. */
export function SignInFrame({ title, lead, outcome = false, children }: SignInFrameProps) {
  const t = useWords('auth');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (outcome) heading.current?.focus();
  }, [outcome]);
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-6 py-6 sm:px-10">
        <header className="flex">
          <Logo size={28} />
        </header>
        <main className="m-auto w-full max-w-sm py-10">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight text-fg">
            {title ?? t('signIn.title')}
          </h1>
          <p className="mt-1 mb-6 text-sm text-pretty text-muted">{title ? lead : t('signIn.lead')}</p>
          <div className="flex flex-col gap-4">{children}</div>
        </main>
        <footer className="flex flex-col gap-4">
          <div className="flex items-center justify-between gap-3">
            <VisitorSwitches />
          </div>
          <PublicFooter />
        </footer>
      </div>
      <aside className="relative hidden overflow-hidden bg-[#124a88] lg:block" aria-label={t('aside.title')}>
        <div
          aria-hidden="true"
          className="absolute inset-0 bg-[radial-gradient(60rem_40rem_at_85%_-10%,#2a78cf_0%,transparent_60%),radial-gradient(50rem_36rem_at_0%_110%,#0c3566_0%,transparent_60%)]"
        />
        <svg
          aria-hidden="true"
          viewBox="0 0 400 400"
          className="absolute -right-24 -bottom-28 size-[34rem] text-white/6"
          fill="none"
          stroke="currentColor"
          strokeWidth="34"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M60 210l90 90L340 90" />
        </svg>
        <div className="relative flex h-full flex-col justify-center gap-8 px-14 xl:px-20">
          <p className="max-w-md text-2xl font-semibold tracking-tight text-balance text-white">{t('aside.title')}</p>
          <ul className="flex max-w-md flex-col gap-5">
            <Point icon="zap" title={t('aside.order.title')} text={t('aside.order.text')} />
            <Point icon="route" title={t('aside.follow.title')} text={t('aside.follow.text')} />
            <Point icon="fileText" title={t('aside.report.title')} text={t('aside.report.text')} />
          </ul>
        </div>
      </aside>
    </div>
  );
}
