import { useTranslations } from '../../../lib/i18n/translations.ts';
import type { ReadNamesakes } from '../../../lib/records/certificate-reading.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';

/** Asks which employee is meant when several have the name on the document. */
export function NamesakeChoice({
  offered,
  onChoose,
  onSearch,
}: {
  readonly offered: ReadNamesakes;
  readonly onChoose: (id: string) => void;
  /** Searches for the name, when more employees have it than are shown here. */
  readonly onSearch: (name: string) => void;
}) {
  const t = useTranslations('certificates');
  const { namesakes, namesakeCount } = offered;
  const name = offered.workerName ?? '';
  return (
    <Alert live title={t('form.namesakes', { name, count: namesakeCount })}>
      <p>{t('form.namesakesChoose')}</p>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {namesakes.map(({ id, employeeFirstName, employeeLastName, employeeMatricule, employeeAddress }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2">
            <Button variant="link" onClick={() => onChoose(id)}>
              {`${employeeFirstName} ${employeeLastName} · ${employeeMatricule}`}
            </Button>
            <span className="text-2xs text-muted">{employeeAddress}</span>
          </li>
        ))}
      </ul>
      {namesakeCount > namesakes.length && (
        <div className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1.5">
          <p>{t('form.namesakesMore', { shown: namesakes.length })}</p>
          <Button size="xs" icon="search" onClick={() => onSearch(name)}>
            {t('form.namesakesSearch', { name })}
          </Button>
        </div>
      )}
    </Alert>
  );
}
