import { STATEMENT_PATH, type StatementMonth, statementMonths } from '@checkwell/domain/people/statement';
import { useState } from 'react';
import { useDownload } from '../../lib/api/download.ts';
import { today } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';

/** Fees and kilometres of a month, as a file. */
export function Statement() {
  const t = useTranslations('missions');
  const format = useFormat();
  const language = useLanguage();
  const { progress, start } = useDownload();
  const months = statementMonths(today());
  // The last complete month is the usual choice.
  const [month, setMonth] = useState<StatementMonth>(months[1] ?? '');
  const query = { month, language };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t('statement.choose')}>
        <Select
          value={month}
          onChange={(event) => setMonth(event.target.value)}
          options={months.map((value) => ({ value, label: format.month(`${value}-01`) }))}
        />
      </Field>
      <Button
        icon="download"
        loading={progress !== null}
        onClick={() => start({ path: STATEMENT_PATH, query, fallbackName: `${t('statement.fileName')}.pdf` })}
      >
        {t('statement.download')}
      </Button>
    </div>
  );
}
