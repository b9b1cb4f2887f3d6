import { createFileRoute } from '@tanstack/react-router';
import { certificatesQuery, listedCompanyId } from '../features/certificates/certificates.queries.ts';
import { certificatesSearch } from '../features/certificates/list-search.ts';
import { prefetch } from '../lib/query.ts';
import { loadWords } from '../lib/words.ts';

/** Certificates (specification, section 2). */
export const Route = createFileRoute('/_app/certificates/')({
  staticData: { title: 'certificates:list.title' },
  validateSearch: certificatesSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const words = loadWords('certificates', 'enums', 'reports', 'validation');
    await prefetch(queryClient, certificatesQuery(deps, await listedCompanyId(queryClient)), cause);
    await words;
  },
});
