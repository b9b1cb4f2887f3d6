import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../content/cx.ts';
import { Icon, type IconName } from '../content/Icon.tsx';
import { Spinner } from '../content/Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';
export type ButtonSize = 'lg' | 'md' | 'sm' | 'xs';

/** Heights of the specification (section 9): 48, 40, 32 and 24 px; 32 px is the default, also of the primary button. */
const SIZES = {
  lg: 'h-12 px-5 text-sm gap-2',
  md: 'h-10 px-4 text-sm gap-2',
  sm: 'h-8 px-3 text-xs gap-1.5',
  xs: 'h-6 px-2 text-2xs gap-1',
} as const satisfies Record<ButtonSize, string>;

const VARIANTS = {
  // Filled buttons have a transparent border, which forced colours make visible.
  primary:
    'forced-colors:border bg-brand text-on-brand shadow-[inset_0_1px_0_rgb(255_255_255/0.14),0_1px_2px_rgb(16_24_40/0.16)] hover:bg-brand-hover active:bg-brand-active',
  secondary: 'bg-surface text-fg border border-line shadow-field hover:bg-hover hover:border-line-strong/50 active:bg-sunken',
  ghost: 'text-muted hover:bg-hover hover:text-fg active:bg-line',
  danger:
    'forced-colors:border bg-danger text-on-brand shadow-[inset_0_1px_0_rgb(255_255_255/0.14),0_1px_2px_rgb(16_24_40/0.16)] hover:bg-danger-hover',
  link: 'text-brand-fg underline-offset-3 hover:underline',
} as const satisfies Record<ButtonVariant, string>;

const ICON_SIZES = { lg: 18, md: 17, sm: 15, xs: 13 } as const satisfies Record<ButtonSize, number>;

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  fullWidth?: boolean;
}

/** The classes of a button, for elements that only look like one. */
export function buttonClass({ variant = 'secondary', size = 'sm', fullWidth = false }: Look = {}): string {
  return cx(
    'relative inline-flex items-center justify-center rounded-control font-medium whitespace-nowrap select-none transition-colors duration-100',
    'disabled:opacity-50 aria-disabled:opacity-50 disabled:pointer-events-none aria-disabled:pointer-events-none',
    SIZES[size],
    VARIANTS[variant],
    variant === 'link' && 'px-0!',
    fullWidth && 'w-full',
  );
}

export interface ButtonContent extends Look {
  icon?: IconName;
  iconEnd?: IconName;
  children?: ReactNode;
}

/** The content of a button, or of a link that looks like one. */
export function Face({ icon, iconEnd, size = 'sm', loading, children }: ButtonContent & { loading?: boolean }) {
  return (
    <>
      {loading ? <Spinner size={ICON_SIZES[size]} /> : icon && <Icon name={icon} size={ICON_SIZES[size]} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={ICON_SIZES[size]} />}
    </>
  );
}

type ButtonProps = ButtonContent & { loading?: boolean; ref?: Ref<HTMLButtonElement> } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    'children'
  >;

/** A native button. `loading` keeps it focused and quiet until the answer is there. */
export function Button({
  variant,
  size,
  fullWidth,
  icon,
  iconEnd,
  loading = false,
  className,
  children,
  onClick,
  onMouseDown,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // A second click while the first is under way must neither submit nor run again.
      type={loading ? 'button' : (type ?? 'button')}
      onClick={loading ? undefined : onClick}
      onMouseDown={(event) => {
        // The field keeps the focus until the click is over: an error that appears when it is left could move the button away.
        if (type === 'submit') event.preventDefault();
        onMouseDown?.(event);
      }}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      className={cx(buttonClass({ variant, size, fullWidth }), className)}
    >
      <Face icon={icon} iconEnd={iconEnd} size={size} loading={loading}>
        {children}
      </Face>
    </button>
  );
}
