import { COMMENT_AUDIENCES, COMMENT_ROLES } from '@checkwell/domain/check/comments/comments';
import type { CheckField } from '@checkwell/domain/check/fields';
import { COMMENTS } from '@checkwell/domain/constants';
import { batchedItem } from '../../../graphql/batch.ts';
import { builder, rows, weight } from '../../../graphql/builder.ts';
import { needs } from '../../../graphql/selection.ts';
import { CheckType } from '../checks-type.graphql.ts';
import type { CheckComments, CommentView } from './comments.service.ts';

const CommentAudienceType = builder.enumType('CommentAudience', { values: COMMENT_AUDIENCES });
const CommentRoleType = builder.enumType('CommentRole', { values: COMMENT_ROLES });

const CheckCommentType = builder.objectRef<CommentView>('CheckComment').implement({
  description: 'What somebody wrote on a check for others who work on it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    visibleSince: t.expose('visibleSince', { type: 'DateTime', description: 'Since when the caller can read the comment.' }),
    authorRole: t.expose('authorRole', { type: CommentRoleType }),
    authorName: t.exposeString('authorName', { nullable: true, description: 'null for those who do not know the author by name.' }),
    audience: t.expose('audience', { type: CommentAudienceType }),
    text: t.exposeString('text', { description: 'Empty once it was withdrawn.' }),
    withdrawnAt: t.expose('withdrawnAt', { type: 'DateTime', nullable: true }),
    isOwn: t.exposeBoolean('isOwn'),
    isUnread: t.exposeBoolean('isUnread'),
    canWithdrawUntil: t.expose('canWithdrawUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the caller can withdraw the comment; null: the caller cannot.',
    }),
    awaitsRelease: t.boolean({
      resolve: (comment) => comment.awaitsRelease ?? false,
      description: 'A doctor wrote it for the employer too, who does not read it yet.',
    }),
    canRelease: t.boolean({ resolve: (comment) => comment.canRelease ?? false }),
  }),
});

const CheckCommentsType = builder.objectRef<CheckComments>('CheckComments').implement({
  description: 'The comments on a check that the caller reads.',
  fields: (t) => ({
    comments: t.field({
      type: [CheckCommentType],
      extensions: rows(COMMENTS.maxPerCheck),
      resolve: ({ comments }) => [...comments],
      description: 'The first one first.',
    }),
    audiences: t.field({
      type: [CommentAudienceType],
      extensions: rows(COMMENT_AUDIENCES.length),
      resolve: ({ audiences }) => [...audiences],
      description: 'For whom the caller may write; empty: not at all.',
    }),
  }),
});

const CommentInput = builder.inputType('CommentInput', {
  fields: (t) => ({
    audience: t.field({ type: CommentAudienceType, required: true }),
    text: t.string({ required: true }),
  }),
});

builder.objectField(CheckType, 'unreadComments', (t) =>
  t.int({
    description: 'Comments of others that the caller has not read.',
    extensions: { ...weight(5), ...needs<CheckField>('id') },
    resolve: async ({ companyId, id }, _, context) =>
      (await batchedItem(context, 'unread comments', { key: id, item: { companyId, id } }, (checks) =>
        context.services.checks.unreadComments(context.actor, checks),
      )) ?? 0,
  }),
);

builder.queryField('checkComments', (t) =>
  t.field({
    type: CheckCommentsType,
    args: { checkId: t.arg.id({ required: true }) },
    resolve: (_, { checkId }, { actor, services }) => services.checks.commentsOf(actor, checkId),
  }),
);

const oneComment = builder.args((t) => ({ checkId: t.id({ required: true }), id: t.id({ required: true }) }));

builder.mutationFields((t) => ({
  addCheckComment: t.field({
    type: CheckCommentsType,
    description: 'Once per key, however often the request comes.',
    args: {
      checkId: t.arg.id({ required: true }),
      input: t.arg({ type: CommentInput, required: true }),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_, { checkId, input, idempotencyKey }, { actor, services }) =>
      services.checks.addComment(actor, checkId, { ...input }, idempotencyKey),
  }),
  withdrawCheckComment: t.field({
    type: CheckCommentsType,
    description: 'Withdraws a comment and deletes its text. For its author, soon after it was written.',
    args: oneComment,
    resolve: (_, { checkId, id }, { actor, services }) => services.checks.withdrawComment(actor, checkId, id),
  }),
  releaseCheckComment: t.field({
    type: CheckCommentsType,
    description: 'Lets the employer read what a doctor wrote for them. For planners.',
    args: oneComment,
    resolve: (_, { checkId, id }, { actor, services }) => services.checks.releaseCheckComment(actor, checkId, id),
  }),
  markCheckCommentsRead: t.int({
    description: 'The caller has read what they could read until then; answers how many came since.',
    args: { checkId: t.arg.id({ required: true }), until: t.arg({ type: 'DateTime', required: true }) },
    resolve: (_, { checkId, until }, { actor, services }) => services.checks.markCommentsRead(actor, checkId, until),
  }),
}));
