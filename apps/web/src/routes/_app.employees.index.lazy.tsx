import { createLazyFileRoute } from '@tanstack/react-router';
import { EmployeesScreen } from '../features/employees/EmployeesScreen.tsx';

export const Route = createLazyFileRoute('/_app/employees/')({ component: EmployeesScreen });
