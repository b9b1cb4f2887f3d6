import type { CommentRole } from '@checkwell/domain/check/comments/comments';
import type { MailTemplate } from '../../../platform/mail/mailer.ts';

/** Where a mail about a comment leads; nothing of what was written, nor about whom. */
export interface CommentMailParams {
  readonly checkId: string;
  readonly reader: CommentRole;
  /** The check is archived: employers find it among the reports. */
  readonly isOver: boolean;
}

function pageOf({ checkId, reader, isOver }: CommentMailParams): `/${string}` {
  if (reader === 'doctor') return `/missions/${checkId}`;
  if (reader === 'planner') return `/planning/${checkId}`;
  return isOver ? `/reports/${checkId}` : `/checks/${checkId}`;
}

/** Says that there is a comment to read. */
export const COMMENT_MAIL: MailTemplate<CommentMailParams> = {
  name: 'comment',
  write(params, writer) {
    const t = writer.translator('mail');
    return {
      subject: t('comment.subject'),
      preview: t('comment.preview'),
      heading: t('comment.subject'),
      blocks: [
        { kind: 'text', text: t('comment.text') },
        { kind: 'action', label: t('comment.open'), url: writer.link(pageOf(params)) },
      ],
      why: [t(params.reader === 'employer' ? 'comment.whyEmployer' : 'comment.why'), t('why.settings')].join(' '),
    };
  },
};
