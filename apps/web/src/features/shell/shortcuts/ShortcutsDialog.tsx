import { type ReactNode, useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Kbd } from '../../../ui/content/Kbd.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showOverlay } from '../overlay.ts';
import { useEntries } from '../use-entries.ts';
import { enableShortcuts, shortcutsEnabled } from './keys.ts';
import { PALETTE_KEYS, paletteKeysText } from './palette-keys.ts';

/** The list of keyboard shortcuts, with a switch for those without a modifier. */
export function ShortcutsDialog() {
  const t = useTranslations('palette', 'shell');
  const entries = useEntries();
  const [enabled, setEnabled] = useState(shortcutsEnabled);
  const handleSwitch = (next: boolean): void => {
    enableShortcuts(next);
    setEnabled(next);
  };
  const action = entries.find((entry) => entry.action);
  return (
    <Dialog open onClose={() => showOverlay(undefined)} title={t('shortcuts.title')} size="md">
      <dl className="mb-4 divide-y divide-line">
        <Line keys={PALETTE_KEYS} together>
          {t('shortcuts.search')}
        </Line>
        <Line keys={['?']}>{t('shortcuts.help')}</Line>
        <Line keys={['/']}>{t('shortcuts.listSearch')}</Line>
        <Line keys={['j']}>{t('shortcuts.nextRow')}</Line>
        <Line keys={['k']}>{t('shortcuts.previousRow')}</Line>
        <Line keys={[t('shortcuts.enter')]}>{t('shortcuts.openRow')}</Line>
        {action && <Line keys={['n']}>{t(action.label)}</Line>}
        {entries.map(
          ({ to, label, letter }) =>
            letter && (
              <Line key={to} keys={['g', letter]}>
                {t('shortcuts.goTo', { screen: t(label) })}
              </Line>
            ),
        )}
      </dl>
      <Checkbox
        label={t('shortcuts.enabled')}
        hint={t('shortcuts.enabledHint', { keys: paletteKeysText() })}
        checked={enabled}
        onChange={(event) => handleSwitch(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

/** One shortcut with its keys, pressed together or one after the other. */
function Line({ keys, together = false, children }: { keys: readonly string[]; together?: boolean; children: ReactNode }) {
  const t = useTranslations('palette');
  return (
    <div className="flex items-center justify-between gap-4 py-1.5">
      <dt className="min-w-0">{children}</dt>
      <dd className="flex shrink-0 items-center gap-1">
        {keys.map((key, index) => (
          <span key={key} className="contents">
            {index > 0 && <span className="text-2xs text-muted">{together ? '+' : t('shortcuts.then')}</span>}
            <Kbd>{key}</Kbd>
          </span>
        ))}
      </dd>
    </div>
  );
}
