import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { live } from '../../lib/api/live.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useFlagUser } from '../../lib/flags/flags.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useListMemory } from '../../lib/lists/list-state.ts';
import { refreshProfile } from '../../lib/session/profile.ts';
import { useCompanyId } from '../../lib/session/session.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { cx } from '../../ui/content/cx.ts';
import { Logo } from '../../ui/content/Logo.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { BottomBar } from './BottomBar.tsx';
import { SIDEBAR, TOP_BAR } from './frame/frame-classes.ts';
import { LazyOverlays } from './LazyOverlays.tsx';
import { NoAccessPage } from './NoAccessPage.tsx';
import { mayOpen } from './navigation.ts';
import { Bell } from './notifications/Bell.tsx';
import { showOverlay, useOverlay } from './overlay.ts';
import { Sidebar } from './Sidebar.tsx';
import { TourOffer } from './tour/TourOffer.tsx';

/** The application around a screen: sidebar (a drawer on phones), skip link, live changes. */
export function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const t = useTranslations('shell');
  const language = useLanguage();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const allowed = mayOpen(useViewer(), useCompanyId(), path);
  const drawer = useRef<HTMLDialogElement>(null);
  const [openedAt, setOpenedAt] = useState<string>();
  // An open drawer would cover what the tour points at.
  const touring = useOverlay() === 'tour';
  const drawerOpen = openedAt === path && !touring;
  // A form gets the whole height of a phone: its own buttons replace the bar.
  const task = path.endsWith('/new');
  useListMemory();
  useFlagUser();

  useEffect(() => {
    live.start();
    return () => live.stop();
  }, []);

  // Profile and superior are loaded again whenever the interface language changes (specification, section 4).
  const shownLanguage = useRef(language);
  useEffect(() => {
    if (shownLanguage.current === language) return;
    shownLanguage.current = language;
    void refreshProfile();
  }, [language]);

  useEffect(() => {
    if (drawerOpen) drawer.current?.showModal();
    else drawer.current?.close();
  }, [drawerOpen]);

  return (
    <div
      className={cx(
        'flex min-h-dvh [--sticky-top:0px] max-lg:flex-col max-lg:[--sticky-top:3rem] short:[--sticky-top:0px]! short:[--bottom-nav:0px]!',
        task ? '[--bottom-nav:0px]' : 'max-lg:[--bottom-nav:3.5rem]',
      )}
    >
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-brand px-3 py-2 text-xs font-medium text-on-brand focus:translate-y-0"
      >
        {t('skipLink')}
      </a>
      <aside aria-label={t('sidebar')} className={SIDEBAR}>
        <Sidebar />
      </aside>
      <header className={TOP_BAR}>
        <IconButton
          icon="menu"
          size="md"
          label={t('openMenu')}
          aria-expanded={drawerOpen}
          data-tour="menu"
          onClick={() => setOpenedAt(path)}
        />
        <Logo />
        <IconButton
          icon="search"
          size="md"
          label={t('search')}
          aria-haspopup="dialog"
          data-tour="search"
          onClick={() => showOverlay('palette')}
          className="ml-auto"
        />
        <Bell size="md" />
      </header>
      <dialog
        ref={drawer}
        aria-label={t('navigation')}
        className="m-0 h-dvh max-h-dvh w-72 max-w-[85vw] bg-sunken shadow-pop backdrop:bg-black/40 open:animate-slide"
        onClose={() => setOpenedAt(undefined)}
        onMouseDown={(event) => {
          if (event.target === event.currentTarget) setOpenedAt(undefined);
        }}
      >
        {drawerOpen && <Sidebar onClose={() => setOpenedAt(undefined)} />}
      </dialog>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none max-lg:pb-(--bottom-nav)">
        <TourOffer />
        {allowed ? <Outlet /> : <NoAccessPage />}
      </main>
      {!task && <BottomBar />}
      <LazyOverlays />
    </div>
  );
}
