import { NOTIFICATION_KINDS, type NotificationKind } from '@checkwell/domain/people/notifications';
import { useQuery } from '@tanstack/react-query';
import { queryClient, useGqlChange } from '../../../lib/api/query.ts';
import { useWords } from '../../../lib/i18n/words.ts';
import type { ViewerCompany } from '../../../lib/session/viewer.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { ErrorState } from '../../../ui/content/ErrorState.tsx';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { SetMutedNotificationsDocument } from '../settings.gql.ts';
import { mutedQuery } from '../settings.queries.ts';

/** Which e-mails about the company's checks the viewer wants; each choice is saved at once. */
export function NotificationsCard({ company }: { readonly company: ViewerCompany }) {
  const t = useWords('settings');
  const enums = useWords('enums');
  const options = mutedQuery(company.id);
  const query = useQuery(options);
  const save = useGqlChange(SetMutedNotificationsDocument, {
    success: t('common:saved'),
    onSuccess: ({ setMutedNotifications: mutedNotifications }) => queryClient.setQueryData(options.queryKey, { mutedNotifications }),
  });
  // What is on its way is shown; when it fails, what is stored is shown again.
  const muted: readonly NotificationKind[] | undefined = save.isPending ? [save.variables.kinds].flat() : query.data?.mutedNotifications;
  const handleChange = (kind: NotificationKind, wanted: boolean) => {
    if (!muted || save.isPending) return;
    save.mutate({ companyId: company.id, kinds: wanted ? muted.filter((other) => other !== kind) : [...muted, kind] });
  };
  return (
    <Card title={t('notifications.title')} hint={t('notifications.hint', { company: company.name })}>
      {muted ? (
        <ul className="flex flex-col gap-3">
          {NOTIFICATION_KINDS.map((kind) => (
            <li key={kind}>
              <Checkbox
                role="switch"
                label={<span className="font-medium">{enums(`notificationKind.${kind}`)}</span>}
                hint={t(`notifications.meaning.${kind}`)}
                checked={!muted.includes(kind)}
                onChange={(event) => handleChange(kind, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton lines={5} height="1.5rem" />
      )}
    </Card>
  );
}
