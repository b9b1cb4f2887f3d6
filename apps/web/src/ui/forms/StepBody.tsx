import type { FormEventHandler, ReactNode } from 'react';
import { FormStack } from '../controls/Field.tsx';

/** The form of the step on the screen; the buttons below the steps submit it. */
export const STEP_FORM = 'step';

interface StepBodyProps {
  title: string;
  lead?: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** The frame of one step of a form in steps (StepperLayout). */
export function StepBody({ title, lead, onSubmit, children }: StepBodyProps) {
  return (
    <form
      id={STEP_FORM}
      noValidate
      onSubmit={onSubmit}
      // Native fields submit the form on Enter; the parts of a date do not, so this does it for them.
      onKeyDownCapture={({ key, target, currentTarget }) => {
        if (key === 'Enter' && target instanceof Element && target.getAttribute('role') === 'spinbutton') currentTarget.requestSubmit();
      }}
    >
      <FormStack>
        <div>
          <h2 className="text-md font-semibold tracking-tight">{title}</h2>
          {lead && <p className="text-xs text-muted">{lead}</p>}
        </div>
        {children}
      </FormStack>
    </form>
  );
}
