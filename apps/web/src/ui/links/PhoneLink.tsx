import { useFormat } from '../../lib/i18n/format.ts';
import { cx } from '../content/cx.ts';

interface PhoneLinkProps {
  /** As stored, +32… */
  readonly number: string;
  readonly className?: string;
}

/** A telephone number to call; 24 pixels high to press (WCAG 2.5.8). */
export function PhoneLink({ number, className }: PhoneLinkProps) {
  const format = useFormat();
  return (
    <a href={`tel:${number}`} className={cx('inline-flex min-h-6 items-center', className)}>
      {format.phone(number)}
    </a>
  );
}
