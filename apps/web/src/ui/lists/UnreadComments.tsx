import type { ReactNode } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Badge } from '../content/Badge.tsx';

/** The number of unread comments on a check, in lists; empty for none. */
export function UnreadComments({ count }: { readonly count: number }) {
  const t = useTranslations('comments');
  if (count === 0) return null;
  const text = t('ofCheck', { count });
  return (
    <span title={text} className="inline-flex align-bottom">
      <Badge tone="brand" icon="mail">
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{text}</span>
      </Badge>
    </span>
  );
}

/** A cell with the number of unread comments: below its content in a narrow column, else beside it. */
export function WithUnreadComments({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  if (count === 0) return children;
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5 max-md:flex-row max-md:flex-wrap max-md:items-center max-md:gap-x-1.5 md:group-data-compact/table:flex-row md:group-data-compact/table:gap-x-1.5">
      {children}
      <UnreadComments count={count} />
    </span>
  );
}
