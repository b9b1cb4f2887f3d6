import { useTranslations } from '../../lib/i18n/translations.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { LazyPart, lazy } from '../overlays/lazy.tsx';
import { Popover } from '../overlays/Popover.tsx';
import type { ColumnPanelProps } from './ColumnPanel.tsx';

/** Rare: it comes when somebody is about to ask for it. */
const PANEL = lazy(async () => (await import('./ColumnPanel.tsx')).ColumnPanel);

const get = (): void => {
  // One that does not come says so when the panel is opened.
  PANEL.get().catch(() => undefined);
};

/** Which columns a list has, and how high its rows are. */
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
