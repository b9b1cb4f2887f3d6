import { sentPeriodRule } from '@checkwell/domain/employee-page/certificate';
import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { focusFirstError } from '../../lib/forms/first-error.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { StateText, type Tone } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { employeePageKey, sendCertificate } from './employee-page.calls.ts';
import { type FileErrorKey, FileField, fileErrorKeyOf, refusalOf, uploadErrorKeyOf } from './FileField.tsx';
import type { PageTranslation } from './use-page-translation.ts';

interface CertificateFormProps {
  readonly token: string;
  readonly page: EmployeePage;
  readonly translation: PageTranslation;
}

const NOTHING = { startDate: '', endDate: '' };
type Days = typeof NOTHING;

/** The form to send the employer a certificate, and the outcome of those that were sent. */
export function CertificateForm({ token, page, translation }: CertificateFormProps) {
  const { t } = translation;
  const { certificates, companyName: company } = page;
  const [open, setOpen] = useState(false);
  const { sending, sent } = certificates;
  if (sending === 'Closed' && sent.length === 0) return null;
  return (
    <Card title={t('certificate.title')}>
      <div className="flex flex-col gap-3 text-sm text-pretty text-fg">
        {sending === 'Open' && <p>{t('certificate.text', { company })}</p>}
        <Sent page={page} translation={translation} />
        {sending === 'Full' && <p>{t('certificate.Full')}</p>}
        {sending === 'Open' &&
          (open ? (
            <SendForm token={token} translation={translation} onSent={() => setOpen(false)} onClosed={() => setOpen(false)} />
          ) : (
            <ThumbButton className="self-start" onClick={() => setOpen(true)}>
              {t(sent.length === 0 ? 'certificate.open' : 'certificate.again')}
            </ThumbButton>
          ))}
      </div>
    </Card>
  );
}

/** The certificates that were sent, with their outcome and without the file. */
function Sent({ page: { certificates, companyName: company }, translation: { t, format } }: Omit<CertificateFormProps, 'token'>) {
  if (certificates.sent.length === 0) return null;
  return (
    <div role="status">
      <h3 className="text-sm font-semibold">{t('certificate.sent')}</h3>
      <ul className="mt-1 flex flex-col gap-2">
        {certificates.sent.map(({ sentAt, startDate, endDate, state }) => {
          const tone: Tone = state === 'Registered' ? 'success' : state === 'Waiting' ? 'info' : 'warning';
          return (
            <li key={sentAt + state}>
              <p>{t('certificate.period', { period: format.dateRange(startDate, endDate), moment: format.momentLong(sentAt) })}</p>
              <StateText tone={tone}>{t(`certificate.state.${state}`, { company })}</StateText>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface SendFormProps {
  readonly token: string;
  readonly translation: PageTranslation;
  readonly onSent: () => void;
  readonly onClosed: () => void;
}

function SendForm({ token, translation, onSent, onClosed }: SendFormProps) {
  const { t } = translation;
  const [file, setFile] = useState<File>();
  const [days, setDays] = useState<Days>(NOTHING);
  const [share, setShare] = useState(0);
  const [errorKeys, setErrorKeys] = useState<ErrorKeys>({});
  /** Shows the errors and moves the focus to the first. */
  const refuse = (found: ErrorKeys): void => {
    setErrorKeys(found);
    focusFirstError();
  };
  const send = useChange((chosen: File) => sendCertificate(token, { ...days, file: chosen, onProgress: setShare }), {
    onSuccess: (known) => {
      onSent();
      queryClient.setQueryData(employeePageKey(token), known);
    },
    onError: (error) => {
      // A failure keeps what was chosen.
      const found = errorKeysOf(error);
      refuse(found);
      if (found.form === 'certificate.error.closed') void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
      return false;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found: ErrorKeys = { file: file ? refusalOf(file) : 'file.error.missing', ...errorKeysOfDays(days) };
    if (!file || Object.values(found).some(Boolean)) refuse(found);
    else {
      setErrorKeys({});
      setShare(0);
      send.mutate(file);
    }
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <p>{t('certificate.who')}</p>
      <Alert tone="warning">{t('certificate.warning')}</Alert>
      <FileField
        label={t('certificate.file')}
        file={file}
        errorKey={errorKeys.file}
        share={send.isPending ? share : undefined}
        translation={translation}
        onChoose={(chosen) => {
          setFile(chosen);
          setErrorKeys({ ...errorKeys, file: refusalOf(chosen) });
        }}
      />
      {(['startDate', 'endDate'] as const).map((name) => (
        <Field key={name} label={t(`certificate.${name}`)} error={errorKeys[name] && t(errorKeys[name])}>
          {/* The browser's own date field knows every language of the page. */}
          <TextInput
            type="date"
            value={days[name]}
            onChange={(event) => {
              setDays({ ...days, [name]: event.target.value });
              const { endDate } = errorKeys;
              setErrorKeys({ ...errorKeys, endDate: endDate === 'certificate.error.day' ? endDate : undefined, [name]: undefined });
            }}
          />
        </Field>
      ))}
      {errorKeys.form && <Alert tone="danger">{t(errorKeys.form)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <ThumbButton type="submit" variant="primary" loading={send.isPending}>
          {t('certificate.send')}
        </ThumbButton>
        <ThumbButton onClick={onClosed} disabled={send.isPending}>
          {t('certificate.back')}
        </ThumbButton>
      </div>
    </form>
  );
}

type DayErrorKey = `certificate.error.${'day' | 'order' | 'period'}`;
interface ErrorKeys extends Partial<Record<keyof Days, DayErrorKey | undefined>> {
  readonly file?: FileErrorKey | undefined;
  /** An error of the whole form. */
  readonly form?: 'certificate.error.closed' | ReturnType<typeof uploadErrorKeyOf> | undefined;
}

function errorKeysOfDays(days: Days): ErrorKeys {
  const issues = sentPeriodRule.safeParse(days).error?.issues ?? [];
  const at = (name: keyof Days): DayErrorKey | undefined => {
    const issue = issues.find(({ path }) => path[0] === name);
    if (!issue) return undefined;
    return issue.message === 'endBeforeStart'
      ? 'certificate.error.order'
      : issue.message === 'periodTooLong'
        ? 'certificate.error.period'
        : 'certificate.error.day';
  };
  return { startDate: at('startDate'), endDate: at('endDate') };
}

const CLOSED = ['check.actionNotAllowed', 'entity.notFound'];
function errorKeysOf(error: unknown): ErrorKeys {
  const file = fileErrorKeyOf(error);
  if (file) return { file };
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'request.invalid') return { endDate: 'certificate.error.period' };
  return { form: CLOSED.includes(code) ? 'certificate.error.closed' : uploadErrorKeyOf(error) };
}
