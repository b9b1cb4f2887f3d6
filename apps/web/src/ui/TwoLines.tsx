import type { ReactNode } from 'react';

/** A table cell that says two things about one: the main one above, the other below it, smaller; each wraps once before it is cut. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col whitespace-normal">
      <span className="line-clamp-2">{first}</span>
      {second && <span className="line-clamp-2 text-2xs font-normal text-muted">{second}</span>}
    </span>
  );
}
