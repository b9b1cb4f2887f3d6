import { notify } from '../../lib/browser/toast.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { FormStack } from '../../ui/controls/Field.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';

/** Shows recovery codes once, because the server keeps only their hashes. */
export function RecoveryCodesDialog({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const t = useTranslations('protection');
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notify('success', t('common:copied'));
    } catch {
      notify('warning', t('recovery.copyFailed'));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={false}
      title={t('recovery.shownTitle')}
      footer={
        <>
          <Button icon="copy" onClick={() => void handleCopy()}>
            {t('common:copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('recovery.done')}
          </Button>
        </>
      }
    >
      <FormStack>
        <Alert tone="warning" live>
          {t('recovery.shownText')}
        </Alert>
        <ul
          aria-label={t('recovery.list')}
          className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-sunken px-4 py-3 font-mono text-sm text-fg"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </FormStack>
    </Dialog>
  );
}
