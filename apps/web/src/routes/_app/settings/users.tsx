import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { companyWith, usersQuery } from '../../../features/settings/settings.queries.ts';
import { UsersScreen } from '../../../features/settings/users/UsersScreen.tsx';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** Settings: the users of the company (specification, section 2). */
export const Route = createFileRoute('/_app/settings/users')({
  component: UsersScreen,
  staticData: { title: 'settings:users.title' },
  validateSearch: PLAIN_LISTS.users.search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const translations = loadTranslations('settings', 'personFields', 'enums', 'validation');
    const company = await companyWith('user.read', queryClient);
    if (company) await prefetch(queryClient, usersQuery(deps, company.id), cause);
    await translations;
  },
});
