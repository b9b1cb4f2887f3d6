import { medicalTerms } from '@checkwell/domain/check/quality/medical-terms';
import { releaseRule } from '@checkwell/domain/check/result/comment-gate';
import { useWatch } from 'react-hook-form';
import { useGqlChange } from '../../lib/api/query.ts';
import { useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { Textarea } from '../../ui/controls/Textarea.tsx';
import type { WholeCheck } from './check.queries.ts';
import { ReleaseCommentDocument, WithholdCommentDocument } from './comment-gate.gql.ts';

/** The doctor's comment on the report, for the planner who decides what the employer reads of it; empty for anybody else. */
export function CommentGate({ check }: { check: WholeCheck }) {
  const t = useTranslations('reports');
  const { commentReview, archiveComment, releasedComment } = check;
  if (commentReview === null || commentReview === 'NotNeeded' || archiveComment === null) return null;
  if (check.availableActions.includes('releaseComment')) return <ReleaseForm check={check} comment={archiveComment} />;
  if (commentReview !== 'Released') return null;
  const edited = releasedComment !== archiveComment;
  return (
    <Card title={t('comment.title')} hint={t(edited ? 'comment.releasedEdited' : 'comment.released')}>
      <p className="whitespace-pre-line text-pretty">{releasedComment}</p>
    </Card>
  );
}

function ReleaseForm({ check, comment }: { check: WholeCheck; comment: string }) {
  const t = useTranslations('reports');
  const form = useZodForm(releaseRule, { defaultValues: { comment } });
  const release = useGqlChange(ReleaseCommentDocument, { topics: ['check'], success: t('comment.releasedToast') });
  const withhold = useGqlChange(WithholdCommentDocument, { topics: ['check'], success: t('comment.withheldToast') });
  const terms = medicalTerms(useWatch({ control: form.control, name: 'comment' }));
  const target = { id: check.id, version: check.version };
  const submit = form.handleSubmit((input) => release.mutate({ ...target, ...input }));
  return (
    <Card title={t('comment.title')} hint={t(check.commentReview === 'Withheld' ? 'comment.withheld' : 'comment.waiting')}>
      <form noValidate onSubmit={submit}>
        <FormStack>
          <figure className="border-l-2 border-line-strong pl-3">
            <figcaption className="text-2xs text-muted">{t('comment.original')}</figcaption>
            <blockquote className="mt-0.5 text-sm whitespace-pre-line text-pretty">{comment}</blockquote>
          </figure>
          {terms.length > 0 && <Alert tone="warning">{t('comment.medicalHint', { words: terms.join(', ') })}</Alert>}
          <Field label={t('comment.text')} hint={t('comment.textHint')} required error={form.error('comment')}>
            <Textarea {...form.register('comment')} showCount />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" type="submit" loading={release.isPending} disabled={withhold.isPending}>
              {t('comment.release')}
            </Button>
            {check.availableActions.includes('withholdComment') && (
              <Button loading={withhold.isPending} disabled={release.isPending} onClick={() => withhold.mutate(target)}>
                {t('comment.withhold')}
              </Button>
            )}
          </div>
        </FormStack>
      </form>
    </Card>
  );
}
