import { createLazyFileRoute } from '@tanstack/react-router';
import { CertificatesScreen } from '../features/certificates/CertificatesScreen.tsx';

export const Route = createLazyFileRoute('/_app/certificates/')({ component: CertificatesScreen });
