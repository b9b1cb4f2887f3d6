import { createFileRoute } from '@tanstack/react-router';
import { NewCertificateScreen } from '../../../features/certificates/form/NewCertificateScreen.tsx';
import { loadWords } from '../../../lib/i18n/words.ts';

/** A new certificate. */
export const Route = createFileRoute('/_app/certificates/new')({
  component: NewCertificateScreen,
  staticData: { title: 'certificates:form.new' },
  loader: () => loadWords('certificates', 'enums', 'validation'),
});
