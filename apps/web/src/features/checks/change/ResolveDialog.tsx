import { resolveRule } from '@checkwell/domain/check/reasons';
import { useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../../ui/controls/Field.tsx';
import { Textarea } from '../../../ui/controls/Textarea.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import type { WholeCheck } from '../check.queries.ts';
import { ResolveProblemDocument } from './changes.gql.ts';

const FORM = 'resolve-problem';

/** Answers the question that a check waits for. What was typed stays when the check changes meanwhile. */
export function ResolveDialog({ check, onClose }: { check: WholeCheck; onClose: () => void }) {
  const t = useTranslations('checks');
  const enums = useTranslations('enums');
  const [opened] = useState(check.version);
  const possible = check.availableActions.includes('resolveProblem');
  const form = useZodForm(resolveRule, { defaultValues: { comment: '' } });
  const resolve = useGqlChange(ResolveProblemDocument, {
    topics: ['check', 'dashboard'],
    success: t('problem.resolved'),
    onSuccess: onClose,
  });
  const submit = form.handleSubmit(({ comment }) => resolve.mutate({ id: check.id, version: check.version, comment }));
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!resolve.isPending}
      unsaved={form.formState.isDirty}
      title={t('problem.resolveTitle')}
      footer={
        <>
          <Button onClick={onClose} disabled={resolve.isPending}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM} loading={resolve.isPending} disabled={!possible}>
            {t('problem.send')}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <FormStack>
          {!possible && !resolve.isPending && (
            <Alert tone="warning" live>
              {t('problem.over', { status: enums(`checkStatus.${check.status}`) })}
            </Alert>
          )}
          {possible && check.version !== opened && (
            <Alert tone="warning" live>
              {t('problem.newer')}
            </Alert>
          )}
          <p>{t('problem.resolveText')}</p>
          <Field label={t('problem.answer')} hint={t('problem.answerHint')} optional error={form.error('comment')}>
            <Textarea {...form.register('comment')} showCount />
          </Field>
        </FormStack>
      </form>
    </Dialog>
  );
}
