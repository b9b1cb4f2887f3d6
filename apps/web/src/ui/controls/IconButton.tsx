import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from '../content/cx.ts';
import { Icon, type IconName } from '../content/Icon.tsx';

const SIZES = { md: 'size-10', sm: 'size-8', xs: 'size-6' } as const;
const ICON_SIZES = { md: 19, sm: 17, xs: 15 } as const;
const VARIANTS = {
  ghost: 'text-muted hover:bg-hover hover:text-fg',
  secondary: 'border border-line bg-surface text-muted shadow-field hover:bg-hover hover:text-fg',
  danger: 'text-muted hover:bg-danger-soft hover:text-danger-fg',
} as const;

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  size?: keyof typeof SIZES;
  variant?: keyof typeof VARIANTS;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, size = 'sm', variant = 'ghost', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-control transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50',
        SIZES[size],
        VARIANTS[variant],
        className,
      )}
    >
      <Icon name={icon} size={ICON_SIZES[size]} />
    </button>
  );
}
