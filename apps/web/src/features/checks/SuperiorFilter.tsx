import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../lib/words.ts';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { Select } from '../../ui/Select.tsx';
import type { CheckSuperiorFragment } from './checks.gql.ts';
import { findSuperiors, superiorQuery, superiorsQuery } from './checks.queries.ts';

interface SuperiorFilterProps {
  readonly companyId: string;
  readonly value: string | undefined;
  readonly onChange: (superiorId: string | undefined) => void;
}

/** Those of whom only the address is known are called by it. */
const nameOf = ({ superiorFullName, email }: CheckSuperiorFragment): string => superiorFullName || email;

/** Reports of one superior's workers: a list as long as it fits a page, a search in the companies that have more. */
export function SuperiorFilter(props: SuperiorFilterProps) {
  const t = useWords('reports');
  const { data } = useQuery(superiorsQuery(props.companyId));
  const superiors = data?.superiors.nodes ?? [];
  if (data?.superiors.pageInfo.hasNextPage) return <SuperiorSearch key={props.companyId} {...props} first={superiors} />;
  const { value, onChange } = props;
  return (
    <Select
      aria-label={t('filter.superior')}
      className="sm:w-40"
      value={superiors.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      placeholder={t('filter.anySuperior')}
      options={superiors.map((superior) => ({ value: superior.id, label: nameOf(superior) }))}
    />
  );
}

function SuperiorSearch({ companyId, value, onChange, first }: SuperiorFilterProps & { first: readonly CheckSuperiorFragment[] }) {
  const t = useWords('reports');
  const [chosen, setChosen] = useState<CheckSuperiorFragment>();
  const known = [chosen, ...first].find((superior) => superior?.id === value);
  // By a link somebody may come with a superior of whom only the id is known.
  const { data: looked } = useQuery({ ...superiorQuery(companyId, value ?? ''), enabled: value !== undefined && known === undefined });
  return (
    <ComboBox<CheckSuperiorFragment>
      label={t('filter.superior')}
      className="max-sm:col-span-full sm:w-56"
      value={value === undefined ? null : (known ?? looked ?? null)}
      onChange={(superior) => {
        setChosen(superior ?? undefined);
        onChange(superior?.id);
      }}
      search={(text, signal) => findSuperiors(companyId, text, signal)}
      itemKey={({ id }) => id}
      itemText={nameOf}
      renderItem={(superior) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{nameOf(superior)}</span>
          {superior.superiorFullName && <span className="truncate text-2xs text-muted">{superior.email}</span>}
        </span>
      )}
      placeholder={t('filter.anySuperior')}
    />
  );
}
