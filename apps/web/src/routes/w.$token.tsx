import { createFileRoute } from '@tanstack/react-router';
import { EmployeePageScreen } from '../features/employee-page/EmployeePageScreen.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';

/** The page of an employee, opened by the link in a message. The title of the document does not mention its content. */
export const Route = createFileRoute('/w/$token')({
  component: Screen,
  loader: () => loadTranslations('employeePage', 'employeeDeadlines'),
});

function Screen() {
  const { token } = Route.useParams();
  return <EmployeePageScreen key={token} token={token} />;
}
