import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Badge } from '../../../ui/content/Badge.tsx';
import { nameOf } from './user-name.ts';

interface AccountNameProps {
  readonly account: {
    readonly firstName: string;
    readonly lastName: string;
    readonly isSelf: boolean;
    readonly isInvited?: boolean;
    readonly hasSecondStep: boolean;
  };
}

/** The name of an account in a list of them, and what is to know about how it signs in. */
export function AccountName({ account }: AccountNameProps) {
  const t = useTranslations('settings');
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 truncate">{nameOf(account)}</span>
      {account.isSelf && <Badge tone="brand">{t('users.self')}</Badge>}
      {account.isInvited && <Badge tone="warning">{t('users.invited')}</Badge>}
      {account.hasSecondStep && <Badge tone="neutral">{t('users.removeSecondStep.badge')}</Badge>}
    </span>
  );
}
