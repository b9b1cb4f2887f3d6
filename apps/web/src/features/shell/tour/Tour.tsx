import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useViewer } from '../../../lib/session/viewer.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { showOverlay } from '../overlay.ts';
import { paletteKeysText } from '../shortcuts/palette-keys.ts';
import { useEntries } from '../use-entries.ts';
import { placeCard, stepsFor, TOUR_MENU } from './steps.ts';
import { rememberTour } from './tour-storage.ts';

/** Space around the highlighted element. */
const MARGIN = 4;

function findShown(selector: string): Element | undefined {
  return [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
}

/**
 * Explains the parts of the screen one after the other, with the rest dimmed. A modal dialog, so that keyboard and screen reader stay in it;
 * every step can be closed, also with Escape.
 */
export function Tour() {
  const t = useTranslations('tour');
  const id = useId();
  const { profileId } = useViewer();
  const steps = stepsFor(useEntries());
  const [index, setIndex] = useState(0);
  const step = steps[index];
  const dialog = useRef<HTMLDialogElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const spot = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [inMenu, setInMenu] = useState(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  const selector = step?.selector ?? '';
  useLayoutEffect(() => {
    const arrange = (): void => {
      const own = findShown(selector);
      const thing = own ?? findShown(TOUR_MENU);
      setInMenu(own === undefined && thing !== undefined);
      if (!card.current || !spot.current) return;
      thing?.scrollIntoView({ block: 'nearest' });
      const at = thing?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 3, 0, 0);
      const { offsetWidth: width, offsetHeight: height } = card.current;
      const { left, top } = placeCard(at, { width, height }, { width: innerWidth, height: innerHeight });
      Object.assign(card.current.style, { left: `${left}px`, top: `${top}px` });
      Object.assign(spot.current.style, {
        left: `${at.left - MARGIN}px`,
        top: `${at.top - MARGIN}px`,
        width: `${at.width + 2 * MARGIN}px`,
        height: `${at.height + 2 * MARGIN}px`,
      });
    };
    arrange();
    addEventListener('resize', arrange);
    return () => removeEventListener('resize', arrange);
  }, [selector]);

  // A layout effect, because an effect after painting could take the focus from an element that was reached meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step focuses its heading, so that it is read out.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [index]);

  const leave = (): void => {
    rememberTour(profileId);
    showOverlay(undefined);
  };
  if (!step) return null;
  const isLast = index === steps.length - 1;
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-0 size-full max-h-none max-w-none overflow-hidden border-0 bg-transparent p-0 backdrop:bg-transparent"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <div
        ref={spot}
        aria-hidden="true"
        className="fixed rounded-lg shadow-[0_0_0_200vmax_rgb(0_0_0/0.55)] ring-2 ring-white transition-all duration-200 motion-reduce:transition-none"
      />
      <div ref={card} className="fixed w-80 max-w-[calc(100vw-1rem)] rounded-xl bg-surface p-4 text-fg shadow-pop">
        <p className="text-2xs text-muted">{t('step', { number: index + 1, total: steps.length })}</p>
        <h2 ref={heading} id={`${id}-title`} tabIndex={-1} className="mt-0.5 text-md font-semibold tracking-tight outline-none">
          {t(`stop.${step.name}.title`)}
        </h2>
        <p id={`${id}-text`} className="mt-1 text-xs text-pretty text-muted">
          {t(`stop.${step.name}.text`, { keys: paletteKeysText() })}
          {inMenu && ` ${t('inMenu')}`}
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          {!isLast && (
            <Button variant="ghost" onClick={leave} className="mr-auto -ml-2">
              {t('skip')}
            </Button>
          )}
          {index > 0 && <Button onClick={() => setIndex(index - 1)}>{t('common:back')}</Button>}
          <Button variant="primary" onClick={() => (isLast ? leave() : setIndex(index + 1))} className={isLast ? 'ml-auto' : undefined}>
            {isLast ? t('finish') : t('common:next')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
