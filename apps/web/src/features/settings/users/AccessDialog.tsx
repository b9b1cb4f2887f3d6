import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { UpdateUserAccessDocument, type UserRowFragment } from '../settings.gql.ts';
import { useAccessTypes } from './use-access-types.ts';
import { nameOf } from './user-name.ts';

interface AccessDialogProps {
  readonly companyId: string;
  /** Follows the list: after a change by somebody else, saving again takes the newer version. */
  readonly user: UserRowFragment;
  readonly onClose: () => void;
}

/** Changes what a user may do in the company. */
export function AccessDialog({ companyId, user, onClose }: AccessDialogProps) {
  const t = useTranslations('settings');
  const navigate = useNavigate();
  const [accesType, setAccesType] = useState(user.accesType);
  const givesUp = user.isSelf && user.accesType === 'admin' && accesType !== 'admin';
  const save = useGqlChange(UpdateUserAccessDocument, {
    topics: ['user'],
    success: t('common:saved'),
    onSuccess: async () => {
      if (givesUp) await navigate({ to: '/settings/profile' });
      onClose();
    },
  });
  const accessTypes = useAccessTypes(
    (type) => t(`users.meaning.${type}`),
    (type) => (user.isLastAdmin && type !== 'admin' ? t('users.onlyAdmin', { name: nameOf(user) }) : undefined),
  );
  const handleSubmit = () => {
    if (accesType === user.accesType) onClose();
    else if (!save.isPending) save.mutate({ companyId, id: user.id, version: user.version, accesType });
  };
  return (
    <FormDialog
      title={t('users.accessTitle', { name: nameOf(user) })}
      submitLabel={t('common:save')}
      busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        handleSubmit();
      }}
      onClose={onClose}
    >
      <RadioGroup {...accessTypes} value={accesType} onChange={setAccesType} />
      {givesUp && <Alert tone="warning">{t('users.givesUp')}</Alert>}
    </FormDialog>
  );
}
