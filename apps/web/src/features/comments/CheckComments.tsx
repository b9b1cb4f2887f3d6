import { DOCTOR_SEES_WORKER_DAYS } from '@checkwell/domain/check/worker-visibility';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Badge } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { QueryState } from '../../ui/content/QueryState.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { CommentForm, type CommentFormHandle } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import type { CommentListFragment } from './comments.gql.ts';
import { commentsQuery, useCommentRole } from './comments.queries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** Number of comments shown at first; unread comments are always shown. */
const LATEST = 6;

/** What HR, planners and doctor write to each other about a check. */
export function CheckComments({ checkId }: { readonly checkId: string }) {
  const t = useTranslations('comments');
  const query = useQuery(commentsQuery(checkId));
  const list = query.data?.checkComments;
  const unread = list?.comments.filter(({ isUnread }) => isUnread).length ?? 0;
  return (
    <Card title={t('title')} hint={t('hint')} actions={unread > 0 && <Badge tone="brand">{t('unread', { count: unread })}</Badge>}>
      {list ? <Comments checkId={checkId} list={list} /> : <QueryState query={query} lines={4} height="1.25rem" />}
    </Card>
  );
}

function Comments({ checkId, list: { comments, audiences } }: { readonly checkId: string; readonly list: CommentListFragment }) {
  const t = useTranslations('comments');
  const role = useCommentRole();
  const shown = useRef<HTMLDivElement>(null);
  const form = useRef<CommentFormHandle>(null);
  const [all, setAll] = useState(false);
  useMarkRead(shown, checkId, comments);
  const firstUnread = comments.findIndex(({ isUnread }) => isUnread);
  const latest = Math.max(0, comments.length - LATEST);
  const hidden = all ? 0 : firstUnread === -1 ? latest : Math.min(latest, firstUnread);
  return (
    <div ref={shown} className="flex flex-col gap-4">
      {comments.length === 0 && audiences.length > 0 && <p className="text-xs text-muted">{t(`empty.${role}`)}</p>}
      {hidden > 0 && (
        <Button className="self-start" onClick={() => setAll(true)}>
          {t('earlier', { count: hidden })}
        </Button>
      )}
      {comments.length > 0 && (
        <ol aria-label={t('list')} className="flex flex-col divide-y divide-line">
          {comments.slice(hidden).map((comment) => (
            <CommentItem key={comment.id} checkId={checkId} comment={comment} onWithdrawn={(text) => form.current?.putBack(text)} />
          ))}
        </ol>
      )}
      {audiences.length > 0 ? <CommentForm ref={form} checkId={checkId} audiences={audiences} /> : <Closed />}
    </div>
  );
}

/** Says that no comments can be added any more. */
function Closed() {
  const t = useTranslations('comments');
  return <p className="text-xs text-muted">{t('closed', { days: DOCTOR_SEES_WORKER_DAYS })}</p>;
}
