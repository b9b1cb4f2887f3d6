import { searchSuperiors, superiorName } from '../../lib/superiors.ts';
import { useWords } from '../../lib/words.ts';
import { ComboBox } from '../../ui/ComboBox.tsx';
import type { EmployeeSuperiorFragment } from './employees.gql.ts';

interface SuperiorBoxProps {
  readonly companyId: string;
  readonly value: EmployeeSuperiorFragment | null;
  readonly onChange: (superior: EmployeeSuperiorFragment | null) => void;
  readonly placeholder: string;
  /** Accessible name, outside a Field. */
  readonly label?: string;
  readonly className?: string;
}

/** One of the company's superiors, by searching: large companies have hundreds. */
export function SuperiorBox({ companyId, ...props }: SuperiorBoxProps) {
  const t = useWords('employees');
  return (
    <ComboBox<EmployeeSuperiorFragment>
      {...props}
      search={(text, signal) => searchSuperiors(companyId, text, signal)}
      itemKey={({ id }) => id}
      itemText={superiorName}
      renderItem={(superior) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{superiorName(superior)}</span>
          {superior.superiorFullName && <span className="truncate text-2xs text-muted">{superior.email}</span>}
        </span>
      )}
      emptyText={t('superior.none')}
    />
  );
}
