import { createFileRoute } from '@tanstack/react-router';
import { loadWords } from '../lib/i18n/words.ts';

/** Employees from an export of an HR system. */
export const Route = createFileRoute('/_app/employees/import')({
  staticData: { title: 'employees:import.title' },
  loader: () => loadWords('employees', 'enums', 'validation'),
});
