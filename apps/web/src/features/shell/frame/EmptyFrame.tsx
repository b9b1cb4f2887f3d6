import { Logo } from '../../../ui/content/Logo.tsx';
import { SIDEBAR, SIDEBAR_HEAD, SIDEBAR_INSIDE, TOP_BAR } from './frame-classes.ts';

/** The frame of the application before any script has run (prerender.tsx). Nothing in it moves when the real frame replaces it. */
export function EmptyFrame() {
  return (
    <>
      <div className={SIDEBAR}>
        <div className={SIDEBAR_INSIDE}>
          <div className={SIDEBAR_HEAD}>
            <Logo />
          </div>
        </div>
      </div>
      <div className={TOP_BAR}>
        <span className="w-10" />
        <Logo />
      </div>
    </>
  );
}
