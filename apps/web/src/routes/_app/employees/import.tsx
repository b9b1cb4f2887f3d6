import { createFileRoute } from '@tanstack/react-router';
import { ImportScreen } from '../../../features/employees/import/ImportScreen.tsx';
import { loadTranslations } from '../../../lib/i18n/translations.ts';

/** Imports employees from an export of an HR system. */
export const Route = createFileRoute('/_app/employees/import')({
  component: ImportScreen,
  staticData: { title: 'employees:import.title' },
  loader: () => loadTranslations('employees', 'employeeFields', 'enums', 'validation'),
});
