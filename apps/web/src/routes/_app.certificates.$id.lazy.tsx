import { createLazyFileRoute } from '@tanstack/react-router';
import { CertificateScreen } from '../features/certificates/CertificateScreen.tsx';

export const Route = createLazyFileRoute('/_app/certificates/$id')({ component: CertificateScreen });
