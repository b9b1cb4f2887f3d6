import { useTranslations } from '../../lib/i18n/translations.ts';

/** Tasks that have a name; any other, of an older or newer server, is "another task". */
const TASKS = [
  'accountLink',
  'checkNotice',
  'missionNotice',
  'employeeMessage',
  'offerMail',
  'offerWave',
  'mailBounce',
  'waitingResult',
  'oneShotPaper',
  'oneShotRefund',
  'oneShotNews',
] as const;

/** The name of a task that was given up. */
export function useTaskName(): (topic: string) => string {
  const t = useTranslations('mailbox');
  return (topic) => t(`effect.${TASKS.find((task) => task === topic) ?? 'unknown'}`);
}
