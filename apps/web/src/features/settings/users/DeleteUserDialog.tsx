import { useGqlChange } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import type { ViewerCompany } from '../../../lib/session/viewer.ts';
import { ConfirmDialog } from '../../../ui/overlays/Dialog.tsx';
import { DeleteUserDocument, type UserRowFragment } from '../settings.gql.ts';
import { nameOf } from './user-name.ts';

interface DeleteUserDialogProps {
  readonly company: ViewerCompany;
  readonly user: UserRowFragment;
  readonly onClose: () => void;
}

/** Asks before a user is deleted. The server refuses to delete the last administrator or oneself. */
export function DeleteUserDialog({ company, user, onClose }: DeleteUserDialogProps) {
  const t = useTranslations('settings');
  // The dialog shows the failure and stays open.
  const remove = useGqlChange(DeleteUserDocument, { topics: ['user'], success: t('users.deleted'), onError: () => false });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ companyId: company.id, id: user.id })}
      title={t('users.deleteTitle', { name: nameOf(user) })}
      confirmLabel={t('users.delete')}
    >
      {t('users.deleteText', { name: nameOf(user), company: company.name })}
    </ConfirmDialog>
  );
}
