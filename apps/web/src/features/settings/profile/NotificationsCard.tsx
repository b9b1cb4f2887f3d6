import { DAILY_MAIL, type Delivery, type NotificationKind, notificationRule } from '@checkwell/domain/people/notifications';
import { useQuery } from '@tanstack/react-query';
import { queryClient, useGqlChange } from '../../../lib/api/query.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useViewer, type ViewerCompany } from '../../../lib/session/viewer.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { ChooseNotificationDocument } from '../settings.gql.ts';
import { notificationChoicesQuery } from '../settings.queries.ts';

/**
 * How the viewer gets each kind of message about checks; each choice is saved at once. Urgent messages have no choice.
 * @param company whose checks they are; undefined: the viewer belongs to none
 */
export function NotificationsCard({ company }: { readonly company: ViewerCompany | undefined }) {
  const t = useTranslations('settings');
  const enums = useTranslations('enums');
  const { role } = useViewer();
  const companyId = company?.id ?? null;
  const options = notificationChoicesQuery(companyId);
  const query = useQuery(options);
  const save = useGqlChange(ChooseNotificationDocument, {
    success: t('common:saved'),
    onSuccess: ({ chooseNotification: notificationChoices }) => queryClient.setQueryData(options.queryKey, { notificationChoices }),
  });
  // Shows the choice that is being saved; after a failure, the stored one.
  const shown = (kind: NotificationKind, stored: Delivery): Delivery =>
    save.isPending && save.variables.kind === kind ? save.variables.delivery : stored;
  const hint = company
    ? t('notifications.hint', { company: company.name })
    : t(role === 'doctor' ? 'notifications.hintOwn' : 'notifications.hintPlanner');
  const choices = query.data?.notificationChoices;
  const hasAppointments = choices?.some(({ kind }) => notificationRule(kind).beforeAppointment);
  return (
    <Card title={t('notifications.title')} hint={hint}>
      {choices ? (
        <>
          <p className="mb-4 text-xs text-pretty text-muted">
            {[t('notifications.dailyHint'), ...(hasAppointments ? [t('notifications.soon', { hours: DAILY_MAIL.noticeHours })] : [])].join(
              ' ',
            )}
          </p>
          <ul className="flex flex-col gap-5">
            {choices.map(({ kind, delivery }) => {
              const { deliveries } = notificationRule(kind);
              const label = enums(`notificationKind.${kind}`);
              const meaning = t(`notifications.meaning.${kind}`);
              return (
                <li key={kind}>
                  {deliveries.length > 1 ? (
                    <Field label={label} hint={meaning}>
                      <Select
                        className="max-w-sm"
                        options={deliveries.map((value) => ({ value, label: enums(`notificationDelivery.${value}`) }))}
                        value={shown(kind, delivery)}
                        onChange={(event) => {
                          const chosen = deliveries.find((value) => value === event.currentTarget.value);
                          if (chosen && !save.isPending) save.mutate({ companyId, kind, delivery: chosen });
                        }}
                      />
                    </Field>
                  ) : (
                    <>
                      <p className="text-xs font-medium text-fg">{label}</p>
                      <p className="text-2xs text-muted">{meaning}</p>
                      <p className="mt-1 text-xs text-fg">{t('notifications.always')}</p>
                    </>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      ) : (
        <QueryState query={query} lines={5} height="1.5rem" />
      )}
    </Card>
  );
}
