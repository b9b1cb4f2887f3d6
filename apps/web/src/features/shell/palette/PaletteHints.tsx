import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Kbd } from '../../../ui/content/Kbd.tsx';

/** The keys of the palette, for devices with a keyboard. */
export function PaletteHints() {
  const t = useTranslations('palette');
  return (
    <div
      aria-hidden="true"
      className="flex gap-4 border-t border-line bg-sunken px-4 py-2 text-2xs text-muted max-sm:hidden pointer-coarse:hidden"
    >
      <span className="inline-flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('hint.move')}
      </span>
      <span className="inline-flex items-center gap-1">
        <Kbd>↵</Kbd> {t('hint.choose')}
      </span>
      <span className="inline-flex items-center gap-1">
        <Kbd>Esc</Kbd> {t('hint.close')}
      </span>
    </div>
  );
}
