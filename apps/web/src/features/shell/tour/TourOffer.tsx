import { isEmployer } from '@checkwell/domain/roles';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useViewer } from '../../../lib/session/viewer.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { showOverlay, useOverlay } from '../overlay.ts';
import { useEntries } from '../use-entries.ts';
import { hasSeenTour, rememberTour } from './tour-storage.ts';

/** Offers the tour to an employer's user who has not seen it, above the content of the first screen. */
export function TourOffer() {
  const t = useTranslations('shell');
  const { profileId, role } = useViewer();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const home = useEntries().find(({ action }) => !action)?.to;
  const [seen, setSeen] = useState(() => hasSeenTour(profileId));
  const touring = useOverlay() === 'tour';
  if (seen || touring || !isEmployer(role) || path !== home || hasSeenTour(profileId)) return null;
  const handleNo = (): void => {
    rememberTour(profileId);
    setSeen(true);
    // This removes the pressed button, so the heading takes the focus.
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  return (
    <section
      aria-label={t('tour.label')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-brand-line bg-brand-soft px-4 py-2.5 text-xs sm:px-6 print:hidden"
    >
      <p className="min-w-60 flex-1 text-fg">{t('tour.text')}</p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => showOverlay('tour')}>
          {t('tour.start')}
        </Button>
        <Button variant="ghost" onClick={handleNo}>
          {t('tour.no')}
        </Button>
      </div>
    </section>
  );
}
