import type { FactKey } from '@checkwell/domain/check/facts';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Resources } from '@checkwell/messages';
import type { EnumKey } from '@checkwell/messages/completeness';
import { senderText } from '@checkwell/messages/facts';
import { getTranslator } from '@checkwell/messages/translator';
import type { Table, TableColumn } from '../../platform/export/export.ts';

/** Fields of certificates and employees, by the keys of their labels. */
type RegisterField = keyof Resources['certificateFields'] | keyof Resources['employeeFields'];

/** A column whose header is the label of the field that its id names. */
export type NamedColumn<Row> =
  TableColumn<Row> extends infer Column
    ? Column extends unknown
      ? Omit<Column, 'id' | 'header'> & { readonly id: RegisterField }
      : never
    : never;

/** A column, with its header or without. */
export type Column<Row> = NamedColumn<Row> | TableColumn<Row>;

/** Texts of the files in one language. */
export function textsOf(language: InterfaceLanguage) {
  const texts = getTranslator(language, 'exports');
  const common = getTranslator(language, 'common');
  const fields = getTranslator(language, 'checkFields');
  // The translator looks in both; its type only knows the keys of the first.
  const registerFields = getTranslator(language, 'certificateFields', 'employeeFields') as (key: RegisterField) => string;
  const sentence = getTranslator(language, 'checks', 'enums');
  const enums = memoize(getTranslator(language, 'enums') as (key: EnumKey) => string);
  return {
    fileName: (list: keyof Resources['exports']['fileName']): string => texts(`fileName.${list}`),
    header: registerFields,
    yes: common('yes'),
    no: common('no'),
    /** The label of a field of a check. */
    checkLabel: (key: Exclude<FactKey, 'vat'>): string => fields(key),
    /** Who sent a result. */
    sender: (value: string): string => senderText(value, sentence),
    /** The label of a value of an enumeration. */
    label: enums,
  };
}
export type ExportTexts = ReturnType<typeof textsOf>;

/** Each row repeats the same few texts, and a lookup takes longer than writing one. */
function memoize<Key extends string>(translate: (key: Key) => string): (key: Key) => string {
  const cache = new Map<Key, string>();
  return (key) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const text = translate(key);
    cache.set(key, text);
    return text;
  };
}

/** The table; columns without a header of their own get it from these texts. */
export const tableOf = <Row>(title: string, columns: readonly Column<Row>[], { header, yes, no }: ExportTexts): Table<Row> => ({
  title,
  columns: columns.map((column) => ('header' in column ? column : { ...column, header: header(column.id) }) as TableColumn<Row>),
  labels: { yes, no },
});
