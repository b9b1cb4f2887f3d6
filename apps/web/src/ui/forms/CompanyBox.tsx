import { formatVat } from '@checkwell/domain/people/numbers/vat';
import { type FoundCompany, findCompanies } from '../../lib/records/found-companies.ts';
import { ComboBox } from '../controls/ComboBox.tsx';

interface CompanyBoxProps {
  readonly value: FoundCompany | null;
  /** Whether the field is emptied after each choice, because the caller collects the choices. */
  readonly collects?: boolean;
  readonly onChange: (company: FoundCompany | null) => void;
  readonly placeholder: string;
  readonly emptyText: string;
}

/** Finds a client by name or VAT number as one types, for the provider's team. */
export function CompanyBox(props: CompanyBoxProps) {
  return (
    <ComboBox<FoundCompany>
      {...props}
      search={findCompanies}
      itemKey={({ id }) => id}
      itemText={({ name }) => name}
      renderItem={({ name, companyNumber }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{name}</span>
          <span className="text-2xs text-muted">{formatVat(companyNumber)}</span>
        </span>
      )}
    />
  );
}
