import { useWords } from '../../lib/i18n/words.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showOverlay, useOverlay } from './overlay.ts';
import { leave } from './sign-out.ts';

/** A sign-out takes along what a doctor's phone has not sent: that is asked first. */
export function UnsentDialog() {
  const t = useWords('shell');
  const stay = () => showOverlay(undefined);
  return (
    <Dialog
      open={useOverlay() === 'unsent'}
      onClose={stay}
      role="alertdialog"
      size="sm"
      title={t('unsent.title')}
      footer={
        <>
          <Button onClick={leave}>{t('unsent.leave')}</Button>
          <Button variant="primary" onClick={stay}>
            {t('unsent.stay')}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t('unsent.text')}</p>
    </Dialog>
  );
}
