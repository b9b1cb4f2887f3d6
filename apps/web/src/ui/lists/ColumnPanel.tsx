import { useEffect, useRef } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { setDensity, useDensity } from '../../lib/lists/density.ts';
import { Button } from '../controls/Button.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { FieldSet } from '../controls/Field.tsx';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';

export interface ColumnPanelProps {
  /** Those that can be hidden. */
  readonly columns: readonly { readonly id: string; readonly header: string }[];
  readonly hidden: readonly string[];
  /** Whether some chosen columns are hidden because the window is too narrow. */
  readonly withoutRoom: boolean;
  readonly onChange: (hidden: readonly string[]) => void;
}

/** The panel of `ColumnMenu`, for the columns and the row height of a list. */
export function ColumnPanel({ columns, hidden, withoutRoom, onChange }: ColumnPanelProps) {
  const t = useTranslations('lists', 'shell');
  const density = useDensity();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The panel was opened before its content was loaded.
    panel.current?.querySelector<HTMLElement>('input,button')?.focus();
  }, []);
  return (
    <div ref={panel}>
      <FieldSet legend={t('columns.label')}>
        {columns.map(({ id, header }) => (
          <Checkbox
            key={id}
            label={header}
            checked={!hidden.includes(id)}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? hidden.filter((column) => column !== id) : [...hidden, id])}
          />
        ))}
      </FieldSet>
      {withoutRoom && <p className="mt-2 text-2xs text-pretty text-muted">{t('columns.noRoom')}</p>}
      <Button variant="link" className="mt-2" disabled={hidden.length === 0} onClick={() => onChange([])}>
        {t('columns.all')}
      </Button>
      <div className="mt-3 border-t border-line pt-3 max-md:hidden">
        <p className="mb-1.5 text-2xs font-medium text-muted">{t('columns.rows')}</p>
        <SegmentedControl
          label={t('columns.rows')}
          value={density}
          onChange={setDensity}
          options={[
            { value: 'roomy', label: t('shell:density.roomy') },
            { value: 'compact', label: t('shell:density.compact') },
          ]}
        />
      </div>
    </div>
  );
}
