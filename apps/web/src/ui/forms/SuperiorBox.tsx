import { type RefCallback, useRef } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { type SuperiorName, searchSuperiors, superiorName, useHasSuperiors } from '../../lib/records/superiors.ts';
import { Alert } from '../content/Alert.tsx';
import { Button } from '../controls/Button.tsx';
import { ComboBox, type ComboBoxHandle } from '../controls/ComboBox.tsx';
import { useNewSuperior } from './use-new-superior.tsx';

interface SuperiorBoxProps {
  readonly companyId: string;
  readonly value: SuperiorName | null;
  readonly onChange: (superior: SuperiorName | null) => void;
  readonly onBlur?: () => void;
  /** Whether to say that a company has no superiors yet. */
  readonly saysNone?: boolean;
  readonly ref?: RefCallback<ComboBoxHandle>;
}

/** One of the company's superiors in a form, by searching: large companies have hundreds. Who may creates a new one beside the form. */
export function SuperiorBox({ companyId, onChange, saysNone = false, ref, ...props }: SuperiorBoxProps) {
  const t = useTranslations('common');
  const box = useRef<ComboBoxHandle>(null);
  const { canCreate, create, dialog } = useNewSuperior({ companyId, onCreated: onChange, onClosed: () => box.current?.focus() });
  return (
    <>
      <ComboBox<SuperiorName>
        {...props}
        ref={(handle) => {
          box.current = handle;
          ref?.(handle);
        }}
        onChange={onChange}
        search={(text, signal) => searchSuperiors(companyId, text, signal)}
        itemKey={({ id }) => id}
        itemText={superiorName}
        renderItem={(superior) => (
          <span className="flex min-w-0 flex-col">
            <span className="truncate">{superiorName(superior)}</span>
            {superior.superiorFullName && <span className="truncate text-2xs text-muted">{superior.email}</span>}
          </span>
        )}
        placeholder={t('superior.placeholder')}
        emptyText={t('superior.none')}
      />
      {saysNone && <NoSuperiors companyId={companyId} canCreate={canCreate} />}
      {canCreate && (
        <div>
          <Button variant="link" size="xs" icon="plus" onClick={create}>
            {t('superior.new')}
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}

/** Says that the company has no superiors yet, and to those who cannot add one, who can. */
function NoSuperiors({ companyId, canCreate }: { readonly companyId: string; readonly canCreate: boolean }) {
  const t = useTranslations('common');
  if (useHasSuperiors(companyId) !== false) return null;
  return (
    <Alert tone="info" title={t('noSuperiors.title')}>
      {t(canCreate ? 'noSuperiors.text' : 'noSuperiors.ask')}
    </Alert>
  );
}
