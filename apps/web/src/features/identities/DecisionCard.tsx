import { confirmSignUpRule } from '@checkwell/domain/identity/sign-up';
import { ACCESS_TYPES } from '@checkwell/domain/people/enums';
import { formatVat } from '@checkwell/domain/people/numbers/vat';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { invalidate, useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { FoundCompany } from '../../lib/records/found-companies.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field, FormStack } from '../../ui/controls/Field.tsx';
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx';
import { CompanyBox } from '../../ui/forms/CompanyBox.tsx';
import { FormRadioGroup } from '../../ui/forms/FormControls.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import { ConfirmSignUpDocument } from './identities.gql.ts';
import type { SignUpDetail } from './identities.queries.ts';
import { RefuseDialog } from './RefuseDialog.tsx';

const OTHER = 'other';
const REASONS = ['byNumber', 'bySuperior', 'byDomain', 'byName'] as const;
type Candidate = SignUpDetail['hints']['candidates'][number];

/** The decision on a request for access: yes, with a company and an access type, or no, with a reason. */
export function DecisionCard({ signUp }: { readonly signUp: SignUpDetail }) {
  const t = useTranslations('identities', 'personFields');
  const settings = useTranslations('settings');
  const enums = useTranslations('enums');
  const { candidates } = signUp.hints;
  const [choice, setChoice] = useState(candidates.length === 0 ? OTHER : '');
  const [found, setFound] = useState<FoundCompany | null>(null);
  const [refusing, setRefusing] = useState(false);
  const [changed, setChanged] = useState(false);
  const form = useZodForm(confirmSignUpRule, { defaultValues: { companyId: '', accesType: 'basic' }, mode: 'onSubmit' });
  const setCompany = (id: string) => form.setValue('companyId', id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const handleChanged = (error: Error): boolean => {
    if (!(error instanceof ApiError && error.code === 'entity.changedMeanwhile')) return false;
    setChanged(true);
    void invalidate('signUp');
    return true;
  };
  const confirm = useGqlChange(ConfirmSignUpDocument, {
    topics: ['signUp', 'user'],
    success: t('confirmed'),
    onError: (error) => !handleChanged(error) && !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit((input) => confirm.mutate({ id: signUp.id, version: signUp.version, input }));
  const hintOf = (candidate: Candidate) => (
    <>
      {formatVat(candidate.companyNumber)} ·{' '}
      {REASONS.filter((reason) => candidate[reason])
        .map((reason) => t(`reason.${reason}`))
        .join(', ')}
      {candidate.similarUsers.length > 0 && (
        <span className="block wrap-anywhere">{t('similar', { names: candidate.similarUsers.join(', ') })}</span>
      )}
    </>
  );
  const canAddClient = useCan('company.create');
  const error = form.error('companyId');
  return (
    <Card title={t('decide')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormStack>
          {changed && (
            <Alert live tone="warning">
              {t('changed')}
            </Alert>
          )}
          {candidates.length > 0 && (
            <RadioGroup
              legend={t('chooseCompany')}
              required
              value={choice}
              onChange={(value) => {
                setChoice(value);
                setCompany(value === OTHER ? (found?.id ?? '') : value);
              }}
              error={choice === OTHER ? undefined : error}
              options={[
                ...candidates.map((candidate) => ({ value: candidate.id, label: candidate.name, hint: hintOf(candidate) })),
                { value: OTHER, label: t('otherCompany'), hint: t('otherHint') },
              ]}
            />
          )}
          {choice === OTHER && (
            <Field label={t('findCompany')} required error={error}>
              <CompanyBox
                value={found}
                onChange={(company) => {
                  setFound(company);
                  setCompany(company?.id ?? '');
                }}
                placeholder={t('companyPlaceholder')}
                emptyText={t('companyEmpty')}
              />
            </Field>
          )}
          {choice === OTHER && found === null && canAddClient && (
            <p className="text-xs text-muted">
              {t('notClient')}{' '}
              <AppLink
                to="/companies"
                search={{
                  add: true,
                  name: signUp.companyName || undefined,
                  companyNumber: signUp.companyNumber || undefined,
                  signUp: signUp.id,
                }}
              >
                {t('addClient')}
              </AppLink>
            </p>
          )}
          <FormRadioGroup
            form={form}
            name="accesType"
            legend={t('personFields:accesType')}
            required
            options={ACCESS_TYPES.map((type) => ({
              value: type,
              label: enums(`accesType.${type}`),
              hint: settings(`users.meaning.${type}`),
            }))}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setRefusing(true)} disabled={confirm.isPending}>
              {t('refuse')}
            </Button>
            <Button type="submit" variant="primary" loading={confirm.isPending}>
              {t('confirm')}
            </Button>
          </div>
        </FormStack>
      </form>
      {refusing && <RefuseDialog signUp={signUp} onClose={() => setRefusing(false)} onChanged={handleChanged} />}
    </Card>
  );
}
