import { flag, searchParams } from '@checkwell/domain/lists/search-params';
import { createFileRoute } from '@tanstack/react-router';
import { CertificateScreen } from '../../../features/certificates/CertificateScreen.tsx';
import { certificateQuery } from '../../../features/certificates/certificates.queries.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';
import { prefetchRecord } from '../../../lib/records/known-title.ts';

/** One certificate, to view or edit. */
export const Route = createFileRoute('/_app/certificates/$id')({
  component: CertificateScreen,
  staticData: { title: 'certificates:detail.title' },
  validateSearch: searchParams({ edit: flag }),
  loader: ({ context, params }) =>
    Promise.all([
      loadTranslations('certificates', 'certificateFields', 'employeeFields', 'enums', 'reports', 'validation'),
      prefetchRecord(context.queryClient, 'certificate', params.id, certificateQuery(params.id)),
    ]),
});
