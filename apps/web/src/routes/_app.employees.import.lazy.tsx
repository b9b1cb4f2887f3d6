import { createLazyFileRoute } from '@tanstack/react-router';
import { ImportScreen } from '../features/employees/import/ImportScreen.tsx';

export const Route = createLazyFileRoute('/_app/employees/import')({ component: ImportScreen });
