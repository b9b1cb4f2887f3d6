import { ANONYMOUS_FLAG_CONTEXT, FLAGS, type FlagContext, type FlagName, flagContextOf } from '@checkwell/domain/flags/flags';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useSuperior } from '../session/profile.ts';
import { useCompany, useViewer } from '../session/viewer.ts';
import type { FlagService, FlagSource } from './flag-source.ts';

export interface FlagEnvironment {
  /** Comes in its own chunk, begins with what local storage has, and says when answers change. */
  readonly open: (service: FlagService, context: FlagContext, onChange: () => void) => Promise<FlagSource>;
  readonly log: (sentence: string, error: unknown) => void;
}

/** Feature flags of this page. Until their service answers, and without it, each is what the list says. */
export function createFlags({ open, log }: FlagEnvironment) {
  let context: FlagContext = ANONYMOUS_FLAG_CONTEXT;
  let source: FlagSource | undefined;
  let opening: Promise<FlagSource> | undefined;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };

  return {
    /**
     * Sets the user for whom flags are evaluated (specification, section 4). A failure is logged, and the former answers stay.
     * @param service fixed with the first call
     */
    async identify(service: FlagService, user: FlagContext): Promise<void> {
      context = user;
      try {
        const first = opening === undefined;
        opening ??= open(service, user, changed).then((opened) => {
          source = opened;
          return opened;
        });
        const opened = await opening;
        // For users who come while it is being opened, or later; of several, the last.
        if (!first && context === user) await opened.identify(user);
      } catch (error) {
        if (!source) opening = undefined;
        log('The user could not be identified for feature flags:', error);
      }
      changed();
    },
    context: (): FlagContext => context,
    value: (name: FlagName): boolean => source?.value(name) ?? FLAGS[name],
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Exported for component tests, which begin each without answers. */
export const FLAG_ENVIRONMENT: FlagEnvironment = {
  open: async (...call) => (await import('./flag-service.ts')).openFlagService(...call),
  log: (sentence, error) => console.warn(sentence, error),
};
export const flags = createFlags(FLAG_ENVIRONMENT);

/** Whether a feature is on for the viewer; changes while the page is open. What it hides, the server refuses too. */
export function useFlag(name: FlagName): boolean {
  return useSyncExternalStore(
    flags.subscribe,
    () => flags.value(name),
    () => FLAGS[name],
  );
}

/**
 * Keeps the flags those of the signed-in user and of the chosen company, and asks again when one was set. Anonymous until the superior
 * is known (specification, section 4): where the profile cannot be had, the flags are those of nobody in particular. For the shell.
 */
export function useFlagUser(): void {
  const { flagService } = useViewer();
  const superior = useSuperior();
  const company = useCompany();
  const context = flagContextOf(
    superior && { ...superior, companyId: company?.id ?? superior.companyId },
    flagService?.userCode ?? undefined,
  );
  const user = flagService?.userCode && superior ? { ...context, email: '', firstName: '', lastName: '' } : context;
  useQuery(
    {
      queryKey: ['flags', user],
      queryFn: () => flags.identify(flagService, user).then(() => true),
      staleTime: Number.POSITIVE_INFINITY,
      // Another service streams its own changes and knows nothing of flags set here; asking again would clear its stored answers.
      meta: { topics: flagService ? [] : ['flag'] },
    },
    queryClient,
  );
}
