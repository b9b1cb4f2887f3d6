import type { ReactNode } from 'react';
import { Badge } from '../content/Badge.tsx';
import { Icon } from '../content/Icon.tsx';

interface DeadlineLineProps {
  readonly sentence: ReactNode;
  /** Of its last day; null where the law names none. */
  readonly term: string | null;
  readonly isOver: boolean;
  /** Text of the button that opens `children`, the source in the law. */
  readonly why: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** One deadline within a list, in the words that its page has. */
export function DeadlineLine({ sentence, term, isOver, why, children, className }: DeadlineLineProps) {
  return (
    <li className={`flex gap-2.5 ${className ?? ''}`}>
      <Icon name="clock" size={14} className="mt-0.5 text-brand-fg" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <p className="text-pretty text-fg">{sentence}</p>
        {term !== null && (
          <Badge tone={isOver ? 'neutral' : 'warning'} icon="calendar">
            {term}
          </Badge>
        )}
        <details>
          <summary className="w-fit cursor-pointer rounded py-1 text-2xs text-muted">{why}</summary>
          {children}
        </details>
      </div>
    </li>
  );
}
