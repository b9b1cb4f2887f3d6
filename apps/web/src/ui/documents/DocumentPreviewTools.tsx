import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { IconButton } from '../controls/IconButton.tsx';

/** Functions to view a document. */
export interface PreviewTools {
  zoom: (direction: 'in' | 'out') => void;
  fit: () => void;
  rotate: () => void;
  turnPage: (step: 1 | -1) => void;
}

interface ToolsProps {
  tools: PreviewTools;
  page: number;
  pages: number;
  scale: number;
  disabled: boolean;
  onDownload: (() => void) | undefined;
}

export function DocumentPreviewTools({ tools, page, pages, scale, disabled, onDownload }: ToolsProps) {
  const t = useTranslations('common');
  const format = useFormat();
  return (
    <fieldset
      aria-label={t('preview.tools')}
      className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-0.5 gap-y-1 border-b border-line bg-surface px-2 py-1"
    >
      {pages > 1 && (
        <span className="flex items-center gap-0.5 sm:mr-2">
          <IconButton icon="chevronLeft" label={t('preview.previousPage')} disabled={page === 1} onClick={() => tools.turnPage(-1)} />
          <span role="status" className="text-2xs text-muted tabular-nums sm:px-1">
            <span className="max-sm:sr-only">{t('preview.page', { page, pages })}</span>
            <span aria-hidden="true" className="sm:hidden">
              {page} / {pages}
            </span>
          </span>
          <IconButton icon="chevronRight" label={t('preview.nextPage')} disabled={page === pages} onClick={() => tools.turnPage(1)} />
        </span>
      )}
      <IconButton icon="minus" label={t('preview.zoomOut')} disabled={disabled} onClick={() => tools.zoom('out')} />
      <button
        type="button"
        disabled={disabled}
        title={t('preview.fit')}
        onClick={tools.fit}
        className="h-8 min-w-12 rounded-control px-1 text-2xs text-muted tabular-nums hover:bg-hover hover:text-fg disabled:opacity-50"
      >
        {disabled ? '–' : format.percent(scale, 0)}
        <span className="sr-only"> {t('preview.fit')}</span>
      </button>
      <IconButton icon="plus" label={t('preview.zoomIn')} disabled={disabled} onClick={() => tools.zoom('in')} />
      <IconButton icon="rotate" label={t('preview.rotate')} disabled={disabled} onClick={tools.rotate} />
      {onDownload && <IconButton icon="download" label={t('preview.download')} className="ml-auto" onClick={onDownload} />}
    </fieldset>
  );
}
