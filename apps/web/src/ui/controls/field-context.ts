import { createContext, use } from 'react';

/** Values that a Field gives to the control inside it. */
export interface FieldContextValue {
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

/** What a form needs to put the focus on a control with an error (the `ref` of react-hook-form's Controller). */
export interface FocusTarget {
  focus: () => void;
}

export const FieldContext = createContext<FieldContextValue | undefined>(undefined);

export function useField(): FieldContextValue | undefined {
  return use(FieldContext);
}

/** Attributes for a native control; its own props win. */
export function useControlProps<P extends object>(
  own: P,
): P & {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-required'?: boolean | undefined;
} {
  const field = useField();
  if (!field) return own;
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
    ...own,
  };
}
