import { createFileRoute } from '@tanstack/react-router';
import { ImportScreen } from '../../../features/employees/import/ImportScreen.tsx';
import { loadWords } from '../../../lib/i18n/words.ts';

/** Employees from an export of an HR system. */
export const Route = createFileRoute('/_app/employees/import')({
  component: ImportScreen,
  staticData: { title: 'employees:import.title' },
  loader: () => loadWords('employees', 'enums', 'validation'),
});
