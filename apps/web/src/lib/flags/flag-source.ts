import type { FlagContext, FlagName } from '@checkwell/domain/flags/flags';
import type { Viewer } from '../session/viewer.ts';

/** What answers about flags, once it is there: this server, or another service by configuration (flag-service.ts). */
export interface FlagSource {
  value(name: FlagName): boolean;
  /** Asks again, for this user; also when the user is the same. */
  identify(context: FlagContext): Promise<void>;
}

export type FlagService = Viewer['flagService'];
