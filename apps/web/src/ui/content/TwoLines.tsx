import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * A table cell with two values: the main one above and a smaller one below; each wraps once before it is cut. In compact rows they share a
 * line, and the second is hidden if there is no space for a few letters.
 * @param beside whether they share a line on a phone's card too
 */
export function TwoLines({ first, second, beside = false }: { first: ReactNode; second: ReactNode; beside?: boolean }) {
  return (
    <span
      className={cx(
        'flex min-w-0 flex-col whitespace-normal',
        'md:group-data-compact/table:h-5 md:group-data-compact/table:flex-row md:group-data-compact/table:flex-wrap md:group-data-compact/table:gap-x-1.5 md:group-data-compact/table:overflow-hidden',
        beside && 'max-md:flex-row max-md:flex-wrap max-md:items-baseline max-md:gap-x-1',
      )}
    >
      <span className="line-clamp-2 md:group-data-compact/table:line-clamp-1 md:group-data-compact/table:max-w-full">{first}</span>
      {second && (
        <span
          className={cx(
            'line-clamp-2 text-2xs font-normal text-muted',
            'md:group-data-compact/table:line-clamp-1 md:group-data-compact/table:min-w-0 md:group-data-compact/table:flex-[1_1_4rem] md:group-data-compact/table:leading-5',
            beside && "max-md:before:mr-1 max-md:before:content-['·']",
          )}
        >
          {second}
        </span>
      )}
    </span>
  );
}
