import { createFileRoute } from '@tanstack/react-router';
import { sentForCertificateQuery } from '../../../features/certificates/certificates.queries.ts';
import { newCertificateSearch } from '../../../features/certificates/form/certificate-search.ts';
import { NewCertificateScreen } from '../../../features/certificates/form/NewCertificateScreen.tsx';
import { prefetch } from '../../../lib/api/query.ts';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** A new certificate; prefilled when it is opened from a certificate that an employee sent. */
export const Route = createFileRoute('/_app/certificates/new')({
  component: NewCertificateScreen,
  staticData: { title: 'certificates:form.new' },
  validateSearch: newCertificateSearch,
  loaderDeps: ({ search: { sentCheckId } }) => ({ sentCheckId }),
  loader: ({ context, deps: { sentCheckId } }) =>
    Promise.all([
      loadTranslations('certificates', 'certificateFields', 'employeeFields', 'sentCertificates', 'enums', 'validation'),
      sentCheckId && prefetch(context.queryClient, sentForCertificateQuery(sentCheckId)),
    ]),
});
