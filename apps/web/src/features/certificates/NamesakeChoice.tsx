import type { ReadNamesakes } from '../../lib/certificate-reading.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';

/** Several employees have the name that stands on the document: a person says who is meant. */
export function NamesakeChoice({ offered, onChoose }: { readonly offered: ReadNamesakes; readonly onChoose: (id: string) => void }) {
  const t = useWords('certificates');
  const { namesakes, workerName } = offered;
  return (
    <Alert live title={t('form.namesakes', { name: workerName ?? '', count: namesakes.length })}>
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
    </Alert>
  );
}
