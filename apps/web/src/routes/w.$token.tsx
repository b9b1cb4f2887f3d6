import { createFileRoute } from '@tanstack/react-router';
import { EmployeePageScreen } from '../features/employee-page/EmployeePageScreen.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';

/** What an employee reads and answers: the link of a message. The title of the document says nothing about it. */
export const Route = createFileRoute('/w/$token')({
  component: Screen,
  loader: () => loadTranslations('employeePage', 'employeeDeadlines'),
});

function Screen() {
  const { token } = Route.useParams();
  return <EmployeePageScreen key={token} token={token} />;
}
