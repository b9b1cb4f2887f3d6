import { type Download, type ListFormat, useDownload } from '../../lib/api/download.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { IconName } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { Menu } from '../overlays/Menu.tsx';

/** Each format has its label in `common:downloads`. */
const ICONS: Readonly<Record<ListFormat, IconName>> = { csv: 'fileText', excelCsv: 'table', xlsx: 'table' };

interface DownloadMenuProps {
  /** Offered in this order. */
  readonly formats: readonly ListFormat[];
  /** The file of a format, with the filters as they are now. */
  readonly download: (format: ListFormat) => Download;
}

/** The menu to download a list as a file, with the progress and a button to cancel. */
export function DownloadMenu({ formats, download }: DownloadMenuProps) {
  const t = useTranslations('common');
  const format = useFormat();
  const { progress, start, cancel } = useDownload();
  return (
    <span className="inline-flex items-center gap-1">
      <Menu
        label={t('downloads.label')}
        items={formats.map((name) => ({
          label: t(`downloads.${name}`),
          hint: t(`downloads.${name}Hint`),
          icon: ICONS[name],
          onSelect: () => start(download(name)),
        }))}
        trigger={(props) => (
          <Button {...props} icon="download" {...(progress ? { loading: true } : { iconEnd: 'chevronDown' })}>
            {progress ? (
              <span className="tabular-nums">{t('downloads.running', { size: format.bytes(progress.received) })}</span>
            ) : (
              t('download')
            )}
          </Button>
        )}
      />
      {progress && <IconButton icon="x" label={t('downloads.cancel')} onClick={cancel} />}
      <span role="status" className="sr-only">
        {progress && t('downloads.started')}
      </span>
    </span>
  );
}
