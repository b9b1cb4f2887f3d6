import { createLazyFileRoute } from '@tanstack/react-router';
import { ProtectionCard } from '../features/protection/ProtectionCard.tsx';
import { ProfileScreen } from '../features/settings/profile/ProfileScreen.tsx';

export const Route = createLazyFileRoute('/_app/settings/profile')({ component: () => <ProfileScreen protection={<ProtectionCard />} /> });
