import type { MessageChannel, MailState as StateOfMail } from '@checkwell/domain/people/mail-enums';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { State, type Tone } from '../../ui/content/Badge.tsx';

const TONES = { queued: 'info', sent: 'success', delivered: 'success', failed: 'danger' } as const satisfies Record<StateOfMail, Tone>;

interface MailStateProps {
  readonly mail: {
    readonly channel: MessageChannel;
    readonly state: StateOfMail;
    readonly error: string;
    readonly sentAt: string | null;
  };
}

/** The state of a mail, also that it waits after a failure, or came back. */
export function MailState({ mail }: MailStateProps) {
  const t = useTranslations('mailbox');
  const { state, error } = mail;
  const retried = state === 'queued' && error !== '';
  const special = retried ? 'retried' : hasComeBack(mail) ? 'returned' : null;
  return <State tone={retried ? 'warning' : TONES[state]}>{t(`state.${special ?? state}`)}</State>;
}

/** A mail that a server took, and did not deliver. */
export const hasComeBack = ({ channel, state, sentAt }: Pick<MailStateProps['mail'], 'channel' | 'state' | 'sentAt'>): boolean =>
  channel === 'Mail' && state === 'failed' && sentAt !== null;
