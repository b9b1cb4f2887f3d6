import { DOCUMENT } from '@checkwell/domain/constants';
import { sentPeriodRule } from '@checkwell/domain/employee-page/certificate';
import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { StateText, type Tone } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Progress } from '../../ui/content/Progress.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { employeePageKey, sendCertificate } from './employee-page.calls.ts';
import type { PageSpeech } from './use-page-words.ts';

interface CertificateFormProps {
  readonly token: string;
  readonly page: EmployeePage;
  readonly speech: PageSpeech;
}

const MEGABYTES = DOCUMENT.maxBytes / (1024 * 1024);
const ACCEPT = DOCUMENT.mediaTypes.join(',');
const NOTHING = { startDate: '', endDate: '' };
type Days = typeof NOTHING;

/** A certificate for the employer, which looks at it; and what became of those that were sent. */
export function CertificateForm({ token, page, speech }: CertificateFormProps) {
  const { t } = speech;
  const { certificates, companyName: company } = page;
  const [open, setOpen] = useState(false);
  const { sending, sent } = certificates;
  if (sending === 'Closed' && sent.length === 0) return null;
  return (
    <Card title={t('certificate.title')}>
      <div className="flex flex-col gap-3 text-sm text-pretty text-fg">
        {sending === 'Open' && <p>{t('certificate.text', { company })}</p>}
        <Sent page={page} speech={speech} />
        {sending === 'Full' && <p>{t('certificate.Full')}</p>}
        {sending === 'Open' &&
          (open ? (
            <SendForm token={token} speech={speech} onSent={() => setOpen(false)} onClosed={() => setOpen(false)} />
          ) : (
            <Button className="self-start" onClick={() => setOpen(true)}>
              {t(sent.length === 0 ? 'certificate.open' : 'certificate.again')}
            </Button>
          ))}
      </div>
    </Card>
  );
}

/** Never a file, only what became of it. */
function Sent({ page: { certificates, companyName: company }, speech: { t, format } }: Omit<CertificateFormProps, 'token'>) {
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
  readonly speech: PageSpeech;
  readonly onSent: () => void;
  readonly onClosed: () => void;
}

function SendForm({ token, speech: { t, format }, onSent, onClosed }: SendFormProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [days, setDays] = useState<Days>(NOTHING);
  const [share, setShare] = useState(0);
  const [fault, setFault] = useState<Fault>();
  const send = useChange((chosen: File) => sendCertificate(token, { ...days, file: chosen, onProgress: setShare }), {
    onSuccess: (known) => {
      onSent();
      queryClient.setQueryData(employeePageKey(token), known);
    },
    onError: (error) => {
      // What was chosen stays, whatever happened.
      const why = faultOf(error);
      setFault(why);
      if (why === 'certificate.fault.closed') void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
      return false;
    },
  });
  const choose = (chosen: File | undefined): void => {
    if (!chosen) return;
    setFile(chosen);
    setFault(refusalOf(chosen));
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const [issue] = sentPeriodRule.safeParse(days).error?.issues ?? [];
    if (!file || days.startDate === '' || days.endDate === '') setFault('certificate.fault.missing');
    else if (issue) setFault(issue.message === 'endBeforeStart' ? 'certificate.fault.order' : 'certificate.fault.period');
    else if (refusalOf(file)) setFault(refusalOf(file));
    else {
      setFault(undefined);
      setShare(0);
      send.mutate(file);
    }
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <p>{t('certificate.who')}</p>
      <Alert tone="warning">{t('certificate.warning')}</Alert>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-xs font-medium text-fg">
          {t('certificate.file')}
        </label>
        <div className="flex flex-wrap gap-2">
          <Button icon="paperclip" aria-describedby={`${id}-hint ${id}-name`} onClick={() => chooser.current?.click()}>
            {t('certificate.choose')}
          </Button>
          <Button icon="camera" className="[@media(pointer:fine)]:hidden!" onClick={() => camera.current?.click()}>
            {t('certificate.photo')}
          </Button>
        </div>
        <p id={`${id}-name`} role="status" className="text-sm font-medium wrap-anywhere">
          {file?.name}
        </p>
        <p id={`${id}-hint`} className="text-2xs text-muted">
          {t('certificate.accepted', { max: MEGABYTES })}
        </p>
        <input
          ref={chooser}
          id={id}
          type="file"
          accept={ACCEPT}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <input
          ref={camera}
          type="file"
          accept="image/jpeg"
          capture="environment"
          aria-label={t('certificate.photo')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </div>
      {(['startDate', 'endDate'] as const).map((name) => (
        <Field key={name} label={t(`certificate.${name}`)}>
          {/* The telephone's own way to choose a day speaks every language of the page. */}
          <TextInput type="date" value={days[name]} onChange={(event) => setDays({ ...days, [name]: event.target.value })} />
        </Field>
      ))}
      {fault && (
        <Alert tone="danger">{t(fault, { max: fault === 'certificate.fault.tooManyPixels' ? DOCUMENT.maxMegapixels : MEGABYTES })}</Alert>
      )}
      {send.isPending && <Progress value={share} label={t('certificate.sending', { percent: format.percent(share, 0) })} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={send.isPending}>
          {t('certificate.send')}
        </Button>
        <Button onClick={onClosed} disabled={send.isPending}>
          {t('certificate.back')}
        </Button>
      </div>
    </form>
  );
}

type CertificateFault = 'missing' | 'order' | 'period' | 'tooLarge' | 'tooManyPixels' | 'type' | 'unreadable' | 'closed' | 'busy';
type Fault = `certificate.fault.${CertificateFault}` | 'fault.send' | 'fault.many';

/** What the server would refuse all the same, said before its bytes travel. */
const refusalOf = (file: File): Fault | undefined =>
  file.size > DOCUMENT.maxBytes
    ? 'certificate.fault.tooLarge'
    : file.size === 0
      ? 'certificate.fault.unreadable'
      : file.type !== '' && !DOCUMENT.mediaTypes.some((type) => type === file.type)
        ? 'certificate.fault.type'
        : undefined;

const FAULTS: Readonly<Record<string, Fault>> = {
  'document.tooLarge': 'certificate.fault.tooLarge',
  'document.tooManyPixels': 'certificate.fault.tooManyPixels',
  'document.typeRefused': 'certificate.fault.type',
  'document.empty': 'certificate.fault.unreadable',
  'document.unreadable': 'certificate.fault.unreadable',
  'document.pdfActive': 'certificate.fault.unreadable',
  'document.pdfLocked': 'certificate.fault.unreadable',
  'document.pdfDamaged': 'certificate.fault.unreadable',
  'document.storageFull': 'certificate.fault.busy',
  'request.tooMany': 'certificate.fault.busy',
  'server.overloaded': 'certificate.fault.busy',
  'check.actionNotAllowed': 'certificate.fault.closed',
  'entity.notFound': 'certificate.fault.closed',
  'request.invalid': 'certificate.fault.period',
  'auth.tooManyAttempts': 'fault.many',
};
const faultOf = (error: unknown): Fault => (error instanceof ApiError && FAULTS[error.code]) || 'fault.send';
