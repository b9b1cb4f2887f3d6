import { useState } from 'react';
import type { LookupChoice, LookupSource } from '../lib/superiors.ts';
import { ComboBox } from './ComboBox.tsx';
import { FilterSelect } from './FilterSelect.tsx';

interface LookupFilterProps {
  /** Accessible name. */
  readonly label: string;
  /** Says that nothing is chosen. */
  readonly placeholder: string;
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  readonly source: LookupSource;
}

/** A filter by one of many: a list as long as it fits a page, a search where there are more. */
export function LookupFilter({ label, placeholder, value, onChange, source }: LookupFilterProps) {
  const [picked, setPicked] = useState<LookupChoice>();
  const { choices, complete, chosen, search } = source;
  if (complete) {
    return (
      <FilterSelect
        aria-label={label}
        className="sm:w-40"
        value={choices.find(({ id }) => id === value)?.id ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        placeholder={placeholder}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
    );
  }
  return (
    <ComboBox<LookupChoice>
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
