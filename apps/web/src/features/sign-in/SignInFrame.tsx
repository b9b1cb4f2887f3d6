import { publicPagePath } from '@checkwell/domain/public-pages';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Logo } from '../../ui/content/Logo.tsx';
import { PublicFooter } from '../../ui/public/PublicFooter.tsx';
import { VisitorSwitches } from '../../ui/public/VisitorSwitches.tsx';

/**
 * The beginning of the sample report, with the same words as on the public page (public-pages.rest.test.ts). Its texts belong to this page,
 * so that it loads nothing more and does not move. A low window cuts it off instead of scrolling.
 */
function SampleReport() {
  const t = useTranslations('auth');
  return (
    <article className="absolute inset-x-0 top-0 max-h-[calc(100%+1rem)] overflow-hidden rounded-xl border border-transparent bg-surface px-8 pt-7 text-xs text-fg shadow-pop">
      <p className="text-2xs text-muted">{t('aside.sample.mark')}</p>
      <p className="mt-3 text-base font-semibold tracking-tight">{t('aside.sample.title')}</p>
      <p className="text-muted">{t('aside.sample.about')}</p>
      <div className="mt-4 rounded-lg border border-success-line bg-success-soft px-4 py-3">
        <p className="font-semibold text-success-fg">{t('aside.sample.verdict')}</p>
        <p className="mt-0.5">{t('aside.sample.detail')}</p>
      </div>
      <p className="mt-5 font-semibold">{t('aside.sample.steps')}</p>
      <ul className="mt-1.5 flex list-disc flex-col gap-1.5 pl-4 marker:text-muted">
        <li>{t('aside.sample.tell')}</li>
        <li>
          {t('aside.sample.disagreement')} <strong className="block font-medium">{t('aside.sample.deadline')}</strong>
        </li>
        <li>{t('aside.sample.pay')}</li>
      </ul>
      <p className="mt-5 font-semibold">{t('aside.sample.result')}</p>
      <dl className="mt-1 grid grid-cols-[2fr_3fr] pb-6 *:border-b *:border-line *:py-1.5">
        {(['date', 'place', 'doctor', 'avoided'] as const).map((fact) => (
          <Fragment key={fact}>
            <dt className="text-muted">{t(`aside.sample.${fact}Label`)}</dt>
            <dd>{t(`aside.sample.${fact}`)}</dd>
          </Fragment>
        ))}
      </dl>
    </article>
  );
}

interface SignInFrameProps {
  /** Sign-in, unless it is another page for people who are not signed in. */
  title?: ReactNode;
  lead?: ReactNode;
  /** Whether the page shows an outcome: the title then takes the focus, because the pressed button is gone. */
  outcome?: boolean;
  children: ReactNode;
}

/** The page around the steps of the sign-in: the form, and beside it a sample report. */
export function SignInFrame({ title, lead, outcome = false, children }: SignInFrameProps) {
  const t = useTranslations('auth');
  const language = useLanguage();
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
      <aside
        className="hidden flex-col overflow-hidden bg-[#124a88] px-12 pt-14 xl:px-20 lg:flex dark:bg-[#0d2440]"
        aria-label={t('aside.title')}
      >
        <p className="text-2xl font-semibold tracking-tight text-balance text-white">{t('aside.title')}</p>
        <a
          href={publicPagePath('sampleReport', language)}
          className="mt-2 mb-8 self-start rounded-sm py-1 text-sm text-white underline underline-offset-3"
        >
          {t('aside.sample.open')}
        </a>
        <div className="relative flex-1">
          <SampleReport />
        </div>
      </aside>
    </div>
  );
}
