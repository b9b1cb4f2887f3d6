import { useWords } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import type { ProposableField } from './proposals.ts';
import type { Proposals } from './use-proposals.ts';

/** Under a field: its value was read from the document, and waits for a look. For the `hint` of a `Field`; nothing otherwise. */
export function proposedMark(proposals: Proposals, field: ProposableField, label: string) {
  return proposals.isProposed(field) && <Mark label={label} onConfirm={() => proposals.confirm(field)} />;
}

function Mark({ label, onConfirm }: { readonly label: string; readonly onConfirm: () => void }) {
  const t = useWords('certificates');
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-info-fg">
      {t('form.proposed')}
      <Button variant="link" size="xs" onClick={onConfirm} aria-label={t('form.confirmField', { field: label })}>
        {t('form.confirm')}
      </Button>
    </span>
  );
}
