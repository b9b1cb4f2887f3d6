import { paramsOf, textLimitAt } from '@checkwell/domain/validation';
import { toNestErrors } from '@hookform/resolvers';
import { useRef } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  type ResolverOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { core } from 'zod/mini';
import { ApiError } from '../api/api-error.ts';
import { painted } from '../browser/painted.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { messageText } from '../i18n/message-text.ts';
import { focusFirstError } from './first-error.ts';
import { fieldName, type Schema } from './schema.ts';

export { messageText } from '../i18n/message-text.ts';

type FormError = FieldError & { params?: object };

/** The first error of each field, with what its sentence shows. */
function resolverOf<Input extends FieldValues, Output>(schema: Schema<Input, Output>): Resolver<Input, unknown, Output> {
  return async (values, _context, options) => {
    const verdict = await schema['~standard'].validate(values);
    if (!verdict.issues) return { values: verdict.value, errors: {} };
    const fieldErrors: Record<string, FormError> = {};
    for (const issue of verdict.issues) {
      fieldErrors[fieldName(issue.path)] ??= { type: 'rule', message: issue.message, params: paramsOf(issue) };
    }
    return { values: {}, errors: toNestErrors(fieldErrors, options as ResolverOptions<Input>) };
  };
}

export type ZodForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** The field's error in the interface language. */
  error(name: FieldPath<Input>): string | undefined;
};

/** The form typed for a group of fields that several forms contain. */
export function partOf<Part extends FieldValues, Whole extends Part, Output>(form: ZodForm<Whole, Output>): ZodForm<Part, unknown> {
  // The fields of the group are among those of the form, but react-hook-form's path types cannot show it for a type parameter.
  return form as unknown as ZodForm<Part, unknown>;
}

/** A value before anything is typed: undefined, or '' for a choice that a list shows as empty. */
type StartValue<Value> = Value extends string
  ? (string extends Value ? Value : Value | '') | undefined
  : Value extends readonly unknown[]
    ? Value | undefined
    : Value extends object
      ? StartValues<Value> | undefined
      : Value | undefined;
/** What a form begins with: each compulsory field of its rule. A field that is left out does not compile. */
type StartValues<Input> = { readonly [Name in keyof Input]: StartValue<Input[Name]> };

/**
 * A form whose rules are a schema of the domain (`zod/mini`): `register`, `control`, `handleSubmit` as in
 * react-hook-form, `register` with the `maxLength` of the rule of a text, and `error(name)` for the `Field`
 * around a control. Errors show when a field is left, then follow the typing; a refused submit leads to the first of them on the screen. A second submit while the first is being checked, as by a double click, is none.
 */
export function useZodForm<Input extends FieldValues, Output>(
  schema: Schema<Input, Output>,
  options: { defaultValues: NoInfer<Input | StartValues<Input>>; mode?: 'onTouched' | 'onSubmit' | 'onChange' },
): ZodForm<Input, Output> {
  useLanguage();
  const underWay = useRef(false);
  const form = useForm<Input, unknown, Output>({
    resolver: resolverOf(schema),
    // react-hook-form's type makes every field optional, so a field that is left out would compile.
    defaultValues: options.defaultValues as DefaultValues<Input>,
    mode: options.mode ?? 'onTouched',
    // react-hook-form would focus by the order of registration, not of the screen.
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  return {
    ...form,
    register: (name, how) => {
      // Every schema of the domain is zod's.
      const maxLength = textLimitAt(schema as unknown as core.$ZodType, name);
      return { ...form.register(name, how), ...(maxLength !== undefined && { maxLength }) };
    },
    handleSubmit: (onValid, onInvalid) => {
      let since: Element | null = null;
      const submit = form.handleSubmit(onValid, (fieldErrors, event) => {
        focusFirstError(since);
        return onInvalid?.(fieldErrors, event);
      });
      return async (event) => {
        event?.preventDefault();
        if (underWay.current) return;
        underWay.current = true;
        since = document.activeElement;
        try {
          // Shows the pressed button before the rules run and mark fields.
          await painted();
          await submit(event);
          await painted();
        } finally {
          underWay.current = false;
        }
      };
    },
    error: (name) => {
      const fieldError: FormError | undefined = get(errors, name);
      return messageText(fieldError?.message, fieldError?.params);
    },
  };
}

/** Puts the server's errors on their fields; false when the error is (also) about something outside this form. */
export function applyServerIssues<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.issues.length === 0) return false;
  const known = error.issues.filter(({ path }) => get(form.getValues(), path) !== undefined);
  for (const { path, message, params } of known) {
    form.setError(path as FieldPath<Input>, { type: 'server', message: messageText(message, params) ?? message });
  }
  if (known.length > 0) focusFirstError();
  return known.length === error.issues.length;
}
