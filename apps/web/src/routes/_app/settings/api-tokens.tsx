import { createFileRoute } from '@tanstack/react-router';
import { companyWith } from '../../../features/settings/settings.queries.ts';
import { TokensScreen } from '../../../features/settings/tokens/TokensScreen.tsx';
import { tokensQuery } from '../../../features/settings/tokens/tokens.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** Settings: tokens with which other programs act for the company (design.md 1). */
export const Route = createFileRoute('/_app/settings/api-tokens')({
  component: TokensScreen,
  staticData: { title: 'settings:tokens.title' },
  loader: async ({ context: { queryClient } }) => {
    const translations = loadTranslations('settings', 'personFields', 'enums', 'validation');
    const company = await companyWith('apiToken.read', queryClient);
    if (company) await prefetch(queryClient, tokensQuery(company.id));
    await translations;
  },
});
