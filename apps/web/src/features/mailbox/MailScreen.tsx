import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useDownload } from '../../lib/api/download.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useWords } from '../../lib/i18n/words.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { MailState } from './MailState.tsx';
import type { MailQuery } from './mailbox.gql.ts';
import { mailQuery } from './mailbox.queries.ts';

const route = getRouteApi('/_app/mailbox/$id');

type Mail = MailQuery['mail'];

/** One mail or text message: to whom, what became of it, and in the demo what it says. */
export function MailScreen() {
  const t = useWords('mailbox');
  const { id } = route.useParams();
  const query = useQuery(mailQuery(id));
  const mail = query.data?.mail;
  return (
    <Page>
      <PageHeader
        back={{ to: '/mailbox', label: t('title') }}
        title={mail === undefined ? t('message') : mail.channel === 'Sms' ? t('sms') : mail.subject}
        badge={mail && <MailState state={mail.state} error={mail.error} />}
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
          {mail.attachments.length > 0 && <Attachments mail={mail} />}
          <Content key={mail.id} mail={mail} />
        </>
      )}
    </Page>
  );
}

function Facts({ mail }: { mail: Mail }) {
  const t = useWords('mailbox');
  const format = useFormat();
  return (
    <>
      {mail.error !== '' && (
        <Alert
          tone={mail.state === 'failed' ? 'danger' : 'warning'}
          title={t(mail.state === 'failed' ? `failed.${mail.channel}` : 'retried')}
        >
          <code className="break-all">{mail.error}</code>
        </Alert>
      )}
      <Card>
        <DescriptionList
          columns={3}
          items={[
            { label: t('column.recipient'), value: <span className="break-all">{mail.recipient}</span> },
            { label: t('column.language'), value: t(`language.${mail.language as 'en'}`) },
            { label: t('column.company'), value: mail.companyName },
            { label: t('column.createdAt'), value: format.dateTime(mail.createdAt) },
            { label: t('column.sentAt'), value: format.dateTime(mail.sentAt) },
          ]}
        />
      </Card>
    </>
  );
}

function Attachments({ mail: { attachments } }: { mail: Mail }) {
  const t = useWords('mailbox');
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
  const t = useWords('mailbox');
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
        // Nothing in a mail may run here, and its links open elsewhere.
        <iframe
          src={htmlUrl}
          title={subject}
          lang={language}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="h-[42rem] w-full rounded-b-card"
        />
      ) : (
        <pre lang={language} className="p-4 font-mono text-xs break-words whitespace-pre-wrap">
          {plainText}
        </pre>
      )}
    </Card>
  );
}
