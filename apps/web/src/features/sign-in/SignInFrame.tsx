import type { ReactNode } from 'react';
import { languages, setLanguage, useLanguage } from '../../lib/i18n.ts';
import { useColorMode } from '../../lib/theme.ts';
import { useWords } from '../../lib/words.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width={28} height={28} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-brand lg:fill-brand" />
      <path d="M9.5 16.8l4.2 4.2 8.8-9.6" fill="none" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

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

/** The page around the sign-in steps: the form, and beside it what the product does. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const t = useWords('auth');
  const language = useLanguage();
  const [colorMode, setColorMode] = useColorMode();
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="flex flex-col px-6 py-6 sm:px-10">
        <header className="flex items-center gap-2.5">
          <Mark />
          <span className="text-md font-semibold tracking-tight text-fg">{t('common:product')}</span>
        </header>
        <main className="m-auto w-full max-w-sm py-10">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight text-fg">
            {t('signIn.title')}
          </h1>
          <p className="mt-1 mb-6 text-sm text-muted">{t('signIn.lead')}</p>
          <div className="flex flex-col gap-4">{children}</div>
        </main>
        <footer className="flex items-center justify-between gap-3">
          <SegmentedControl
            label={t('common:language.label')}
            size="xs"
            value={language}
            onChange={(code) => void setLanguage(code)}
            options={languages.map((code) => ({ value: code, label: t(`common:language.${code}`) }))}
          />
          <IconButton
            icon={colorMode === 'dark' ? 'sun' : 'moon'}
            label={t(colorMode === 'dark' ? 'colorMode.toLight' : 'colorMode.toDark')}
            onClick={() => setColorMode(colorMode === 'dark' ? 'light' : 'dark')}
          />
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
