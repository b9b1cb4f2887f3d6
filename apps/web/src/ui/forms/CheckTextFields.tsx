import { CHECK_TEXTS, type CheckText, type CheckTexts } from '@checkwell/domain/check/rules';
import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field } from '../controls/Field.tsx';
import { Textarea } from '../controls/Textarea.tsx';

/** The fields for comments to planners and doctor, in an order and in a change of it. */
export function CheckTextFields<Input extends CheckTexts, Output>({
  form: whole,
  names = CHECK_TEXTS,
}: {
  form: ZodForm<Input, Output>;
  /** Those that this person may read. */
  names?: readonly CheckText[];
}) {
  const t = useTranslations('order', 'checkFields');
  const form: ZodForm<CheckTexts, unknown> = partOf(whole);
  return names.map((name) => (
    <Field key={name} label={t(`checkFields:${name}`)} hint={t(`hint.${name}`)} optional error={form.error(name)}>
      <Textarea {...form.register(name)} showCount />
    </Field>
  ));
}
