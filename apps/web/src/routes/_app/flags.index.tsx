import { createFileRoute } from '@tanstack/react-router';
import { FlagsScreen } from '../../features/flags/FlagsScreen.tsx';
import { flagsQuery } from '../../features/flags/flags.queries.ts';
import { prefetch } from '../../lib/api/query.ts';
import { loadTranslations } from '../../lib/i18n/translations.ts';

/** The feature flags, for the provider's team. */
export const Route = createFileRoute('/_app/flags/')({
  component: FlagsScreen,
  staticData: { title: 'flags:title' },
  loader: ({ context: { queryClient }, cause }) =>
    Promise.all([loadTranslations('flags', 'validation'), prefetch(queryClient, flagsQuery, cause)]),
});
