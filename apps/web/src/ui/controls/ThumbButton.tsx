import type { ComponentProps } from 'react';
import { cx } from '../content/cx.ts';
import { Button } from './Button.tsx';

/** Classes for a button that is easy to press with a thumb: 44 pixels high, with text on two lines if needed. */
export const THUMB = 'h-auto! min-h-11 py-2 whitespace-normal!';

/** A button of the pages that people open on their telephone by the link of a message. */
export const ThumbButton = ({ className, ...props }: ComponentProps<typeof Button>) => (
  <Button size="md" {...props} className={cx(THUMB, className)} />
);
