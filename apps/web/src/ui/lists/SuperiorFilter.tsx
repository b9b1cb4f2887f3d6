import { useState } from 'react';
import { type SuperiorChoice, useSuperiorChoices } from '../../lib/records/superiors.ts';
import { useCompany } from '../../lib/session/viewer.ts';
import { ComboBox } from '../controls/ComboBox.tsx';
import { FilterSelect } from './FilterSelect.tsx';

interface SuperiorFilterProps {
  /** Accessible name. */
  readonly label: string;
  /** Says that nobody is chosen. */
  readonly placeholder: string;
  /** Id of the chosen one, perhaps from a link. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/**
 * A filter by one superior of the current company: a list if all fit on one page, else a search. Empty for the provider's team, which sees every
 * company at once.
 */
export function SuperiorFilter(props: SuperiorFilterProps) {
  const company = useCompany();
  return company && <CompanySuperiorFilter key={company.id} companyId={company.id} {...props} />;
}

function CompanySuperiorFilter({ companyId, label, placeholder, value, onChange }: SuperiorFilterProps & { readonly companyId: string }) {
  const [picked, setPicked] = useState<SuperiorChoice>();
  const { choices, complete, chosen, search } = useSuperiorChoices(companyId, value);
  if (complete) {
    return (
      <FilterSelect
        aria-label={label}
        className="sm:min-w-40"
        value={choices.find(({ id }) => id === value)?.id}
        onChange={onChange}
        placeholder={placeholder}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
    );
  }
  return (
    <ComboBox<SuperiorChoice>
      label={label}
      placeholder={placeholder}
      className="max-sm:col-span-full sm:w-56"
      value={value === undefined ? null : ([picked, ...choices].find((choice) => choice?.id === value) ?? chosen)}
      onChange={(choice) => {
        setPicked(choice ?? undefined);
        onChange(choice?.id);
      }}
      search={search}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={({ name, hint }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{name}</span>
          {hint && <span className="truncate text-2xs text-muted">{hint}</span>}
        </span>
      )}
    />
  );
}
