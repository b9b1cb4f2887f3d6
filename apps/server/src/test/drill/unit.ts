import { join } from 'node:path';

/** Folders of the guide and the units, longest first. */
const PLACES = ['/var/lib/postgresql/restored', '/etc/systemd/system', '/var/lib/checkwell', '/mnt/backup', '/srv/checkwell'];

/** Replaces the folders of the guide by those of the drill. */
export function placedIn(folder: string, text: string): string {
  return PLACES.reduce((own, place) => own.replaceAll(place, join(folder, place)), text);
}

/** The settings of a systemd unit that the drill uses. */
export interface Unit {
  readonly type: 'simple' | 'oneshot';
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly stopSeconds: number;
}

/** Reads the settings of a service that the drill uses; sandbox settings are left to systemd. */
export function unitOf(text: string): Unit {
  const all = (key: string): readonly string[] => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const one = (key: string): string => all(key).at(-1) ?? '';
  return {
    type: one('Type') === 'oneshot' ? 'oneshot' : 'simple',
    directory: one('WorkingDirectory'),
    environment: Object.fromEntries(
      all('Environment')
        .flatMap((line) => line.split(' '))
        .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    command: one('ExecStart').split(' '),
    stopSeconds: Number(one('TimeoutStopSec') || '90'),
  };
}
