import { useRef } from 'react';
import { notify } from '../../lib/browser/toast.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

/** A read-only text with a button that copies it. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useTranslations('common');
  const field = useRef<HTMLInputElement>(null);
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify('success', t('copied'));
    } catch {
      field.current?.select();
      notify('warning', t('copyFailed'));
    }
  };
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 flex-1">
        <TextInput ref={field} value={value} readOnly className="font-mono" onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <Button icon="copy" onClick={() => void handleCopy()}>
        {t('copy')}
      </Button>
    </div>
  );
}
