import { LISTS } from '@checkwell/domain/lists/lists';
import { createFileRoute } from '@tanstack/react-router';
import { CertificatesScreen } from '../../../features/certificates/CertificatesScreen.tsx';
import { certificatesQuery, listedCompanyId } from '../../../features/certificates/certificates.queries.ts';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { openList } from '../../../lib/lists/list-views.ts';

/** Certificates (specification, section 2). */
export const Route = createFileRoute('/_app/certificates/')({
  component: CertificatesScreen,
  staticData: { title: 'certificates:list.title' },
  validateSearch: LISTS.certificates.search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, location, deps, cause }) => {
    const { queryClient } = context;
    const translations = loadTranslations('certificates', 'certificateFields', 'employeeFields', 'enums', 'reports', 'validation');
    const rows = async () => prefetch(queryClient, certificatesQuery(deps, await listedCompanyId(queryClient)), cause);
    await Promise.all([rows(), openList('certificates', { context, location, cause })]);
    await translations;
  },
});
