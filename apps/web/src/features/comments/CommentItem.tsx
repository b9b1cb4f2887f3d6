import type { TFunction } from 'i18next';
import { useRef } from 'react';
import { useGqlChange } from '../../lib/api/query.ts';
import { clock } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Badge } from '../../ui/content/Badge.tsx';
import { Icon } from '../../ui/content/Icon.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { ReleaseCheckCommentDocument, WithdrawCheckCommentDocument } from './comments.gql.ts';
import { type ShownComment, showList } from './comments.queries.ts';

interface CommentItemProps {
  readonly checkId: string;
  readonly comment: ShownComment;
  /** Called with the text of a withdrawn comment, which the author may want to rewrite. */
  readonly onWithdrawn: (text: string) => void;
}

/** One comment: who wrote it, when, for whom. */
export function CommentItem({ checkId, comment, onWithdrawn }: CommentItemProps) {
  const t = useTranslations('comments');
  const format = useFormat();
  const item = useRef<HTMLLIElement>(null);
  const { id, audience, text, createdAt, withdrawnAt, isUnread, awaitsRelease, canRelease, canWithdrawUntil } = comment;
  const withdraw = useGqlChange(WithdrawCheckCommentDocument, {
    success: t('withdrawnToast'),
    onSuccess: ({ withdrawCheckComment }) => {
      showList(checkId, withdrawCheckComment);
      onWithdrawn(text);
    },
  });
  const release = useGqlChange(ReleaseCheckCommentDocument, {
    success: t('releasedToast'),
    onSuccess: ({ releaseCheckComment }) => {
      showList(checkId, releaseCheckComment);
      // The button that had the focus is gone.
      item.current?.focus();
    },
  });
  const mayWithdraw = canWithdrawUntil !== null && new Date(canWithdrawUntil) > clock.now();
  return (
    <li ref={item} tabIndex={-1} className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <strong className="font-semibold text-fg">{authorOf(comment, t)}</strong>
          {(comment.isOwn || comment.authorName !== null) && <span className="text-muted">{t(`role.${comment.authorRole}`)}</span>}
          {isUnread && <Badge tone="brand">{t('new')}</Badge>}
        </span>
        <time dateTime={createdAt} className="text-2xs text-muted tabular-nums">
          {format.moment(createdAt)}
        </time>
      </div>
      {withdrawnAt === null ? (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-fg">{text}</p>
      ) : (
        <p className="text-sm text-muted italic">{t('withdrawn')}</p>
      )}
      <p className="flex items-start gap-1 text-2xs text-muted">
        <Icon name="eye" size={13} className="mt-px" />
        <span>{t('readers', { readers: t(`audience.${audience}`) })}</span>
      </p>
      {awaitsRelease && (
        <Alert tone="warning">
          {t(canRelease ? 'releaseHint' : 'waits')}
          {canRelease && (
            <Button size="sm" className="mt-2 flex" loading={release.isPending} onClick={() => release.mutate({ checkId, id })}>
              {t('release')}
            </Button>
          )}
        </Alert>
      )}
      {mayWithdraw && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button
            size="xs"
            icon="rotate"
            loading={withdraw.isPending}
            aria-label={t('withdrawLabel', { time: format.moment(createdAt) })}
            onClick={() => withdraw.mutate({ checkId, id })}
          >
            {t('withdraw')}
          </Button>
          <span className="text-2xs text-muted">{t('withdrawUntil', { time: format.time(new Date(canWithdrawUntil)) })}</span>
        </div>
      )}
    </li>
  );
}

function authorOf({ isOwn, authorName, authorRole }: ShownComment, t: TFunction<['comments', 'common']>): string {
  if (isOwn) return t('you');
  return authorName ?? (authorRole === 'planner' ? t('team') : t(`role.${authorRole}`));
}
