import { useRef, useState } from 'react';
import { errorText } from '../lib/errors.ts';
import type { FileDropItem } from './FileDrop.tsx';

interface Entry<R> extends FileDropItem {
  readonly file: File;
  readonly result?: R;
}

/** Sends each added file at once; `results` are those that arrived. What failed stays, to be tried again or removed. */
export function useUploads<R>(upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<R>): {
  items: readonly FileDropItem[];
  results: readonly R[];
  busy: boolean;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  retry: (id: string) => void;
} {
  const [entries, setEntries] = useState<readonly Entry<R>[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const change = (id: string, values: Partial<Entry<R>>): void =>
    setEntries((all) => all.map((entry) => (entry.id === id ? { ...entry, ...values } : entry)));

  const start = async (id: string, file: File): Promise<void> => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    try {
      const result = await upload(file, (progress) => change(id, { progress }), controller.signal);
      change(id, { state: 'done', progress: 1, result });
    } catch (error) {
      if (!controller.signal.aborted) change(id, { state: 'failed', error: errorText(error) });
    }
    controllers.current.delete(id);
  };

  return {
    items: entries,
    results: entries.flatMap(({ result }) => (result === undefined ? [] : [result])),
    busy: entries.some(({ state }) => state === 'uploading'),
    add: (files) => {
      for (const file of files) {
        const id = crypto.randomUUID();
        setEntries((all) => [...all, { id, file, name: file.name, bytes: file.size, state: 'uploading', progress: 0 }]);
        void start(id, file);
      }
    },
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
  };
}
