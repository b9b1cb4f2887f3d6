import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';
import { STEP_FORM } from './StepBody.tsx';

export interface Step {
  readonly id: string;
  readonly label: string;
}

interface StepperProps {
  /** Accessible name: what the steps lead to. */
  label: string;
  steps: readonly Step[];
  current: string;
  /** Steps that were completed; those can be gone back to. */
  done: readonly string[];
  /** Undefined when the user cannot go back. */
  onSelect?: ((id: string) => void) | undefined;
  className?: string;
}

/** The steps of a form, with the current one marked. */
export function Stepper({ label, steps, current, done, onSelect, className }: StepperProps) {
  const t = useTranslations('common');
  const at = steps.findIndex(({ id }) => id === current);
  return (
    <nav aria-label={label} className={className}>
      <p className="text-xs text-muted sm:hidden">
        {t('stepper.step', { number: at + 1, total: steps.length })} · <span className="font-medium text-fg">{steps[at]?.label}</span>
      </p>
      <ol className="flex items-center gap-1 max-sm:mt-2 sm:gap-2">
        {steps.map((step, index) => {
          const isCurrent = step.id === current;
          const isDone = done.includes(step.id) && !isCurrent;
          const face = (
            <>
              <span
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full text-2xs font-semibold tabular-nums max-sm:hidden',
                  isCurrent && 'bg-brand text-on-brand',
                  isDone && 'bg-brand-soft text-brand-fg',
                  !isCurrent && !isDone && 'border border-line-strong text-muted',
                )}
              >
                {isDone ? <Icon name="check" size={13} className="stroke-3" /> : index + 1}
              </span>
              <span className={cx('text-xs whitespace-nowrap max-sm:sr-only', isCurrent ? 'font-semibold text-fg' : 'text-muted')}>
                {step.label}
              </span>
              {isDone && <span className="sr-only">({t('stepper.done')})</span>}
            </>
          );
          return (
            <li key={step.id} aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2 max-sm:flex-1">
              {isDone && onSelect ? (
                <button
                  type="button"
                  onClick={() => onSelect(step.id)}
                  className="group inline-flex min-h-8 items-center gap-2 rounded-full pr-2 hover:bg-hover max-sm:hidden"
                >
                  {face}
                </button>
              ) : (
                <span className="inline-flex min-h-8 items-center gap-2 pr-2 max-sm:hidden">{face}</span>
              )}
              <span
                aria-hidden="true"
                className={cx('h-1 w-full rounded-full sm:hidden', isCurrent || isDone ? 'bg-brand-fg' : 'bg-line')}
              />
              {index < steps.length - 1 && (
                <span
                  aria-hidden="true"
                  className={cx('h-px w-6 max-sm:hidden lg:w-10', isDone ? 'bg-brand-fg' : 'bg-line-strong/50 forced-colors:bg-line')}
                />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** A form in steps: the steps above, the current one in the middle, what was chosen so far at the side. */
export function StepperLayout({
  aside,
  footer,
  children,
  ...stepper
}: StepperProps & { aside?: ReactNode; footer: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLElement>(null);
  const shown = useRef(stepper.current);
  const { current } = stepper;
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, [current]);
  const step = stepper.steps.find(({ id }) => id === current);
  return (
    <div className="flex flex-col gap-5">
      <Stepper {...stepper} />
      <div className={cx('grid items-start gap-5', Boolean(aside) && 'lg:grid-cols-[minmax(0,1fr)_20rem]')}>
        <section
          ref={heading}
          tabIndex={-1}
          aria-label={step?.label}
          className="min-w-0 scroll-mt-20 rounded-card border border-line bg-surface shadow-card"
        >
          <div className="p-4 sm:p-5">{children}</div>
          <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line bg-sunken px-4 py-3 sticky bottom-(--bottom-nav,0px) short:static sm:rounded-b-card sm:px-5">
            {footer}
          </div>
        </section>
        {aside && <aside className="min-w-0 lg:sticky lg:top-20">{aside}</aside>}
      </div>
    </div>
  );
}

/** The button to the previous step; on the first step it keeps its space. */
export function PreviousStep({ disabled, onPress }: { readonly disabled: boolean; readonly onPress: (() => void) | undefined }) {
  const t = useTranslations('common');
  if (!onPress) return <span />;
  return (
    <Button size="md" icon="arrowLeft" disabled={disabled} onClick={onPress}>
      {t('back')}
    </Button>
  );
}

/** Sends the form of the step on the screen (`StepBody`). */
export function NextStep() {
  const t = useTranslations('common');
  return (
    <Button size="md" variant="primary" type="submit" form={STEP_FORM} iconEnd="arrowRight">
      {t('continue')}
    </Button>
  );
}
