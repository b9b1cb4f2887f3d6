import { createLazyFileRoute } from '@tanstack/react-router';
import { NewCertificateScreen } from '../features/certificates/form/NewCertificateScreen.tsx';

export const Route = createLazyFileRoute('/_app/certificates/new')({ component: NewCertificateScreen });
