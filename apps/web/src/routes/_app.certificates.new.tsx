import { createFileRoute } from '@tanstack/react-router';
import { loadWords } from '../lib/i18n/words.ts';

/** A new certificate. */
export const Route = createFileRoute('/_app/certificates/new')({
  staticData: { title: 'certificates:form.new' },
  loader: () => loadWords('certificates', 'enums', 'validation'),
});
