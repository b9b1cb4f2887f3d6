import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from '../content/Logo.tsx';
import { AppLink } from '../links/AppLink.tsx';
import { PublicFooter } from './PublicFooter.tsx';
import { VisitorSwitches } from './VisitorSwitches.tsx';

export interface VisitorFrameProps {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Whether the page shows an outcome: the title then takes the focus, because the pressed button is gone. */
  outcome?: boolean;
  /** Content above the links to the public pages. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A page for visitors without an account. */
export function VisitorFrame({ title, lead, actions, outcome = false, footer, children }: VisitorFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (outcome) heading.current?.focus();
  }, [outcome]);
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-14 w-full max-w-5xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 sm:px-6">
          <AppLink to="/" className="rounded-sm">
            <Logo size={26} />
          </AppLink>
          <div className="flex items-center gap-2">
            <VisitorSwitches />
          </div>
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-5 px-4 py-5 sm:px-6 sm:py-8">
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight text-fg">
              {title}
            </h1>
            {actions}
          </div>
          {lead && <p className="mt-1 max-w-2xl text-sm text-pretty text-muted">{lead}</p>}
        </div>
        {children}
      </main>
      <footer className="mx-auto flex w-full max-w-5xl flex-col gap-3 px-4 pb-6 text-xs text-muted sm:px-6">
        {footer}
        {/* In new tabs, so that what was typed stays. */}
        <PublicFooter newTab />
      </footer>
    </div>
  );
}
