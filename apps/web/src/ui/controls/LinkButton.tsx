import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import { cx } from '../content/cx.ts';
import { type ButtonContent, buttonClass, Face } from './Button.tsx';

type AnchorProps = ButtonContent & { ref?: Ref<HTMLAnchorElement> } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'>;

/** @param aria-current left out, because the link is no entry of a navigation */
function ButtonAnchor({ variant, size, fullWidth, icon, iconEnd, className, children, 'aria-current': _current, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, fullWidth }), className)}>
      <Face icon={icon} iconEnd={iconEnd} size={size}>
        {children}
      </Face>
    </a>
  );
}

/** A link to a route that looks like a button (`to`, `params`, `search` as TanStack's Link). */
export const LinkButton = createLink(ButtonAnchor);
