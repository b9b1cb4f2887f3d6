import type { MailFailure } from '@checkwell/domain/messages/failures';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan } from '../../lib/session/viewer.ts';
import { AppLink } from '../links/AppLink.tsx';
import { Alert } from './Alert.tsx';

interface UndeliveredProps {
  readonly messages: readonly {
    readonly id: string;
    readonly recipient: string;
    readonly failure: MailFailure;
    readonly failedAt: string;
  }[];
}

/** Mails about a check that were not delivered, with the reason and what to do. */
export function Undelivered({ messages }: UndeliveredProps) {
  const t = useTranslations('checks');
  const e = useTranslations('enums');
  const format = useFormat();
  const canOpen = useCan('mailbox.read');
  return messages.map(({ id, recipient, failure, failedAt }) => {
    return (
      <Alert key={id} tone="warning" title={t('undelivered.mail', { moment: format.moment(failedAt), recipient })}>
        {e(`messageFailure.${failure}`)}. {t(`undelivered.next.${failure}`)}
        {canOpen && (
          <>
            {' '}
            <AppLink to="/mailbox/$id" params={{ id }}>
              {t('undelivered.open')}
            </AppLink>
          </>
        )}
      </Alert>
    );
  });
}
