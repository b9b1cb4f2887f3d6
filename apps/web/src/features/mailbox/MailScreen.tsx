import type { MessageFailure } from '@checkwell/domain/messages/failures';
import type { WorkerLanguage } from '@checkwell/domain/people/enums';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDownload } from '../../lib/api/download.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { hasComeBack, MailState } from './MailState.tsx';
import type { MailQuery } from './mailbox.gql.ts';
import { mailQuery } from './mailbox.queries.ts';
import { Recipient } from './Recipient.tsx';
import { SendAgainDialog } from './SendAgainDialog.tsx';
import { useTaskName } from './task-name.ts';

const route = getRouteApi('/_app/mailbox/$id');

type Mail = MailQuery['mail'];

/** One mail or text message: recipient, outcome, and in the demo its content. */
export function MailScreen() {
  const t = useTranslations('mailbox');
  const { id } = route.useParams();
  const query = useQuery(mailQuery(id));
  const mail = query.data?.mail;
  const taskName = useTaskName();
  return (
    <Page>
      <PageHeader
        back={{ to: '/mailbox', label: t('title') }}
        title={
          mail === undefined
            ? t('message')
            : mail.channel === 'Mail'
              ? mail.subject
              : mail.channel === 'Sms'
                ? t('sms')
                : taskName(mail.template)
        }
        badge={mail && <MailState mail={mail} />}
      />
      {query.isPending && (
        <Card>
          <Skeleton lines={6} height="1.25rem" />
        </Card>
      )}
      {query.isError && !mail && (
        <Card>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      )}
      {mail && (
        <>
          <Facts mail={mail} />
          {mail.events.length > 0 && <Events mail={mail} />}
          {mail.attachments.length > 0 && <Attachments mail={mail} />}
          {mail.channel !== 'Effect' && <Content key={mail.id} mail={mail} />}
        </>
      )}
    </Page>
  );
}

function Facts({ mail }: { mail: Mail }) {
  const t = useTranslations('mailbox');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <>
      {mail.failure !== null && <Failure mail={mail} failure={mail.failure} />}
      {mail.failure === null && mail.error !== '' && (
        <Alert tone="warning" title={t('retried')}>
          <code className="break-all">{mail.error}</code>
        </Alert>
      )}
      <Card>
        <DescriptionList
          columns={3}
          items={[
            { label: t('column.recipient'), value: mail.recipient && <Recipient recipient={mail.recipient} /> },
            {
              label: t('column.language'),
              value: mail.language && enums(`workerLanguage.${mail.language.toUpperCase() as WorkerLanguage}`),
            },
            { label: t('column.company'), value: mail.companyName },
            { label: t('column.createdAt'), value: format.dateTime(mail.createdAt) },
            // The card below shows the time of each state.
            ...(mail.sentAt === null || mail.events.length > 0 ? [] : [{ label: t('column.sentAt'), value: format.dateTime(mail.sentAt) }]),
            ...(mail.failedAt === null || mail.events.length > 0
              ? []
              : [{ label: t('column.failedAt'), value: format.dateTime(mail.failedAt) }]),
          ]}
        />
      </Card>
    </>
  );
}

/** The states of a message, each with its code: a message that came back after delivery has both. */
function Events({ mail: { channel, events } }: { mail: Mail }) {
  const t = useTranslations('mailbox');
  const format = useFormat();
  const wasSent = (index: number): boolean => channel === 'Mail' && events.slice(0, index).some(({ state }) => state === 'sent');
  return (
    <Card title={t('events')}>
      <ul className="flex flex-col gap-2 text-sm">
        {events.map(({ state, code, at }, index) => (
          <li key={`${state} ${at}`} className="flex flex-wrap gap-x-3">
            <time dateTime={at} className="text-muted">
              {format.dateTime(at)}
            </time>
            <span>{t(`state.${state === 'failed' && wasSent(index) ? 'returned' : state}`)}</span>
            {code !== '' && <code>{code}</code>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Why a message failed permanently, what to do about it, and the button to send it again. */
function Failure({ mail, failure }: { mail: Mail; failure: MessageFailure }) {
  const t = useTranslations('mailbox');
  const enums = useTranslations('enums');
  const canSendAgain = useCan('mailbox.sendAgain');
  const [asking, setAsking] = useState(false);
  const { id, channel, error, sendAgain, attempts } = mail;
  return (
    <>
      <Alert
        tone="danger"
        title={t(hasComeBack(mail) ? 'failed.returned' : `failed.${channel}`)}
        action={
          canSendAgain &&
          sendAgain === 'Possible' && (
            <Button icon="refresh" onClick={() => setAsking(true)}>
              {t('again.action')}
            </Button>
          )
        }
      >
        {channel === 'Effect' ? (
          <p>{t('effectText', { id })}</p>
        ) : (
          <>
            <p>
              {enums(`messageFailure.${failure}`)}. {t(`againNext.${failure}`)}
            </p>
            {sendAgain !== null && sendAgain !== 'Possible' && <p>{t(`again.${sendAgain}`)}</p>}
          </>
        )}
        <p className="text-muted">{t('attempts', { count: attempts })}</p>
        {error !== '' && <code className="break-all">{error}</code>}
      </Alert>
      <SendAgainDialog ids={[id]} open={asking} onClose={() => setAsking(false)} />
    </>
  );
}

function Attachments({ mail: { attachments } }: { mail: Mail }) {
  const t = useTranslations('mailbox');
  const format = useFormat();
  const { progress, start } = useDownload();
  const [chosen, setChosen] = useState('');
  return (
    <Card title={t('attachments')}>
      <ul className="flex flex-wrap gap-2">
        {attachments.map((attachment) => (
          <li key={attachment.url}>
            <Button
              icon="paperclip"
              className="h-auto! min-h-10 max-w-full py-2 text-left break-all whitespace-normal!"
              loading={progress !== null && chosen === attachment.url}
              onClick={() => {
                setChosen(attachment.url);
                start({ path: attachment.url, fallbackName: attachment.fileName });
              }}
            >
              {attachment.fileName} ({format.bytes(attachment.byteSize)})
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Content({ mail: { channel, htmlUrl, plainText, subject, language } }: { mail: Mail }) {
  const t = useTranslations('mailbox');
  const [form, setForm] = useState<'html' | 'plain'>('html');
  if (channel === 'Sms' && plainText !== null)
    return (
      <Card title={t('content')}>
        <p lang={language} className="break-words whitespace-pre-wrap">
          {plainText}
        </p>
      </Card>
    );
  if (htmlUrl === null || plainText === null)
    return (
      <Card>
        <EmptyState icon="lock" title={t('gone')} text={t('goneText')} />
      </Card>
    );
  return (
    <Card
      title={t('content')}
      padded={false}
      actions={
        <SegmentedControl
          label={t('form.label')}
          size="xs"
          value={form}
          onChange={setForm}
          options={[
            { value: 'html', label: t('form.html') },
            { value: 'plain', label: t('form.plain') },
          ]}
        />
      }
    >
      {form === 'html' ? (
        <MailFrame src={htmlUrl} title={subject} language={language} />
      ) : (
        <pre lang={language} className="p-4 font-mono text-xs break-words whitespace-pre-wrap">
          {plainText}
        </pre>
      )}
    </Card>
  );
}

/** Gives a frame the height of its page. The frame keeps its height while the page loads, and when another host serves it. */
function fitToPage(frame: HTMLIFrameElement): void {
  const height = frame.contentDocument?.querySelector('html')?.getBoundingClientRect().height;
  if (height) frame.style.height = `${Math.ceil(height)}px`;
}

/** A mail in a frame of its full height, so that only the page scrolls. */
function MailFrame({ src, title, language }: { readonly src: string; readonly title: string; readonly language: string }) {
  const ref = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const frame = ref.current;
    if (!frame) return undefined;
    const observer = new ResizeObserver(() => fitToPage(frame));
    observer.observe(frame);
    return () => observer.disconnect();
  }, []);
  // The sandbox allows no scripts and opens links in new windows; the same origin is allowed so that the height can be measured.
  return (
    <iframe
      ref={ref}
      src={src}
      title={title}
      lang={language}
      sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"
      onLoad={({ currentTarget }) => fitToPage(currentTarget)}
      className="h-[42rem] w-full rounded-b-card"
    />
  );
}
