import { useTranslations } from '../../lib/i18n/translations.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { LazyPart, lazy } from '../overlays/lazy.tsx';
import { Popover } from '../overlays/Popover.tsx';
import type { ColumnPanelProps } from './ColumnPanel.tsx';

/** Rarely used, so it loads when the pointer or the focus reaches the button. */
const PANEL = lazy(async () => (await import('./ColumnPanel.tsx')).ColumnPanel);

const get = (): void => {
  // A failure is shown when the panel is opened.
  PANEL.get().catch(() => undefined);
};

/** The menu for the columns and the row height of a list. */
export function ColumnMenu(props: ColumnPanelProps) {
  const t = useTranslations('lists');
  return (
    <Popover
      label={t('columns.label')}
      align="end"
      className="w-60"
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          onPointerEnter={get}
          onFocus={get}
          variant="secondary"
          icon="table"
          label={t('columns.label')}
          className="pointer-coarse:size-10"
        />
      )}
    >
      <LazyPart
        part={PANEL}
        props={props}
        fallback={<div aria-busy="true" style={{ height: `${props.columns.length * 1.75 + 8}rem` }} />}
      />
    </Popover>
  );
}
