import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../lib/words.ts';
import { Select } from '../../ui/Select.tsx';
import { superiorsQuery } from './checks.queries.ts';

interface SuperiorFilterProps {
  readonly companyId: string;
  readonly value: string | undefined;
  readonly onChange: (superiorId: string | undefined) => void;
}

/** Reports of one superior's workers. */
export function SuperiorFilter({ companyId, value, onChange }: SuperiorFilterProps) {
  const t = useWords('reports');
  const { data } = useQuery(superiorsQuery(companyId));
  const superiors = data?.superiors.nodes ?? [];
  return (
    <Select
      aria-label={t('filter.superior')}
      className="sm:w-40"
      value={superiors.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      placeholder={t('filter.anySuperior')}
      options={superiors.map(({ id, superiorFullName, email }) => ({ value: id, label: superiorFullName || email }))}
    />
  );
}
