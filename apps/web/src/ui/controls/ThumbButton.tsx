import type { ComponentProps } from 'react';
import { cx } from '../content/cx.ts';
import { Button } from './Button.tsx';

/** What makes a button one for a thumb: 44 pixels high, and two lines where a language needs them. */
export const THUMB = 'h-auto! min-h-11 py-2 whitespace-normal!';

/** A button of the pages that people open on their telephone by the link of a message. */
export const ThumbButton = ({ className, ...props }: ComponentProps<typeof Button>) => (
  <Button size="md" {...props} className={cx(THUMB, className)} />
);
