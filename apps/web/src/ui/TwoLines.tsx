import type { ReactNode } from 'react';

/** A table cell that says two things about one: the main one above, the other below it, smaller. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">{first}</span>
      {second && <span className="truncate text-2xs font-normal text-muted">{second}</span>}
    </span>
  );
}
