import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { useEffect, useRef, useState } from 'react';
import { notifyError } from '../browser/toast.ts';
import { i18n } from '../i18n/i18n.ts';
import { type Query, saveFile } from './http.ts';

/** A file that the server makes. */
export interface Download {
  readonly path: string;
  readonly query?: Query;
  /** For a server that gives no name. */
  readonly fallbackName: string;
}

/** Files that a list can become. */
export type ListFormat = 'csv' | 'excelCsv' | 'xlsx';

/** The end of the address for each format. */
const ENDINGS: Readonly<Record<ListFormat, string>> = { csv: 'csv', excelCsv: 'excel.csv', xlsx: 'xlsx' };

/** What a GraphQL list shows, without its page: the export takes the same filter under the same names. */
interface ShownList {
  readonly filter: object;
  readonly sort: { readonly field: string; readonly direction: string };
}

/** A list as the server writes it into a file. @param language of headers and values */
export const listFile = (
  list: 'certificates' | 'reports' | 'employees',
  format: ListFormat,
  { filter, sort }: ShownList,
  language: InterfaceLanguage,
): Download => ({
  path: `/v1/api/exports/${list}.${ENDINGS[format]}`,
  query: { ...filter, sort: sort.field, direction: sort.direction, language },
  fallbackName: `checkwell-${list}.${format === 'xlsx' ? 'xlsx' : 'csv'}`,
});

export interface DownloadProgress {
  /** Received bytes. */
  readonly received: number;
  /** 0 to 1; null when the total is unknown. */
  readonly share: number | null;
}

export interface Downloading {
  /** null when there is no download. */
  readonly progress: DownloadProgress | null;
  /** Downloads a file with the token; an earlier download is aborted. */
  readonly start: (download: Download) => void;
  readonly cancel: () => void;
}

/** The downloads of one component. A failure shows a message with a retry; leaving the screen aborts. */
export function useDownload(): Downloading {
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const cancel = (): void => {
    running.current?.abort();
    running.current = null;
    setProgress(null);
  };

  const start = (download: Download): void => {
    cancel();
    const controller = new AbortController();
    running.current = controller;
    setProgress({ received: 0, share: null });
    const end = (): void => {
      if (running.current === controller) cancel();
    };
    saveFile(download.path, {
      query: download.query ?? {},
      fallbackName: download.fallbackName,
      signal: controller.signal,
      onProgress: (received, total) => {
        if (running.current === controller) setProgress({ received, share: total === null ? null : received / total });
      },
    }).then(end, (error: unknown) => {
      const given = controller.signal.aborted;
      end();
      if (!given) notifyError(error, { label: i18n.t('common:retry'), run: () => start(download) });
    });
  };

  return { progress, start, cancel };
}
