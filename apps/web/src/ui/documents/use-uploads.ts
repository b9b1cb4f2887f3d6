import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/api/errors.ts';
import { isRefusal } from '../../lib/api/retry.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';

export interface FileDropItem {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** `refused`: it was never sent, and never will be. */
  readonly state: 'uploading' | 'done' | 'failed' | 'refused';
  /** Share of the bytes that were sent, 0 to 1. */
  readonly progress?: number;
  /** Why it failed or was refused, as a sentence. */
  readonly error?: string;
}

/** Whether an upload has failed or was refused. */
export const hasFailed = ({ state }: FileDropItem): boolean => state === 'failed' || state === 'refused';

interface Entry<R> extends FileDropItem {
  readonly file: File;
  readonly result?: R;
}

/**
 * Uploads each added file at once; `results` are those that arrived. Failed files stay to be tried again, and refused ones to be removed, so that
 * nobody submits the form believing that they were added (`holdsUp`).
 * @param whenLeft what happens to pending uploads when the component is removed: `abort` if nothing would use them any more
 */
export function useUploads<R>(
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<R>,
  whenLeft: 'abort' | 'goOn',
): {
  items: readonly FileDropItem[];
  results: readonly R[];
  /** The error that blocks the form, after an attempt to submit it; undefined when nothing blocks it. */
  fieldError: string | undefined;
  /** To be called before the form is submitted. @returns whether an upload is pending, failed or was refused */
  holdsUp: () => boolean;
  add: (files: readonly File[]) => void;
  refuse: (file: File, reason: string) => void;
  remove: (id: string) => void;
  retry: (id: string) => void;
  /** Removes all files. */
  clear: () => void;
} {
  const t = useTranslations('common');
  const [entries, setEntries] = useState<readonly Entry<R>[]>([]);
  const [tried, setTried] = useState(false);
  const controllers = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = controllers.current;
    return () => {
      if (whenLeft === 'abort') abortAll(running);
    };
  }, [whenLeft]);
  const change = (id: string, values: Partial<Entry<R>>): void =>
    setEntries((all) => all.map((entry) => (entry.id === id ? { ...entry, ...values } : entry)));
  const enter = (file: File, values: Pick<FileDropItem, 'state' | 'progress' | 'error'>): string => {
    const id = crypto.randomUUID();
    setEntries((all) => [...all, { id, file, name: file.name, bytes: file.size, ...values }]);
    return id;
  };

  const start = async (id: string, file: File): Promise<void> => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    try {
      const result = await upload(file, (progress) => change(id, { progress }), controller.signal);
      change(id, { state: 'done', progress: 1, result });
    } catch (error) {
      if (!controller.signal.aborted) change(id, { state: isRefusal(error) ? 'refused' : 'failed', error: errorText(error) });
    }
    controllers.current.delete(id);
  };

  const running = entries.some(({ state }) => state === 'uploading');
  const unfinished = running || entries.some(hasFailed);
  if (tried && !unfinished) setTried(false);
  return {
    items: entries,
    results: entries.flatMap(({ result }) => (result === undefined ? [] : [result])),
    fieldError: tried && unfinished ? t(running ? 'file.stillUploading' : 'file.notAdded') : undefined,
    holdsUp: () => {
      setTried(unfinished);
      return unfinished;
    },
    add: (files) => {
      for (const file of files) void start(enter(file, { state: 'uploading', progress: 0 }), file);
    },
    refuse: (file, reason) => void enter(file, { state: 'refused', error: reason }),
    remove: (id) => {
      controllers.current.get(id)?.abort();
      setEntries((all) => all.filter((entry) => entry.id !== id));
    },
    retry: (id) => {
      const entry = entries.find((candidate) => candidate.id === id && candidate.state === 'failed');
      if (!entry) return;
      change(id, { state: 'uploading', progress: 0 });
      void start(id, entry.file);
    },
    clear: () => {
      abortAll(controllers.current);
      setEntries([]);
    },
  };
}

function abortAll(running: ReadonlyMap<string, AbortController>): void {
  for (const controller of running.values()) controller.abort();
}
