import type { MailState as StateOfMail } from '@checkwell/domain/people/mail-enums';
import { useWords } from '../../lib/i18n/words.ts';
import { State, type Tone } from '../../ui/content/Badge.tsx';

const TONES = { queued: 'info', sent: 'success', delivered: 'success', failed: 'danger' } as const satisfies Record<StateOfMail, Tone>;

/** What became of a mail; one that waits after a failure says so. */
export function MailState({ state, error }: { state: StateOfMail; error: string }) {
  const t = useWords('mailbox');
  const retried = state === 'queued' && error !== '';
  return <State tone={retried ? 'warning' : TONES[state]}>{t(retried ? 'state.retried' : `state.${state}`)}</State>;
}
