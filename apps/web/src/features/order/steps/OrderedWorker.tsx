import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Avatar } from '../../../ui/content/Avatar.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import type { WorkerValues } from '../order-draft.ts';

/** The worker of the order and the contact data, with a button to change them. */
export function OrderedWorker({ worker, onChange }: { readonly worker: WorkerValues; readonly onChange: () => void }) {
  const t = useTranslations('order');
  const format = useFormat();
  const name = `${worker.workerFirstName} ${worker.workerLastName}`;
  const numbers = [...new Set([worker.workerPhoneNumber, worker.phoneNumber].map((number) => number && format.phone(number)))];
  return (
    <section aria-label={t('steps.worker')} className="flex items-center gap-3 rounded-lg border border-line bg-sunken px-3 py-2.5">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{name}</p>
        <p className="text-2xs text-pretty text-muted">
          {[worker.workerAddress, ...numbers, worker.workerEmail].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Button variant="ghost" size="xs" icon="edit" onClick={onChange} aria-label={`${t('summary.change')}: ${t('steps.worker')}`}>
        {t('summary.change')}
      </Button>
    </section>
  );
}
