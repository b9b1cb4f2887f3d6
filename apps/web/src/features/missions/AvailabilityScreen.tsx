import { ORDERABLE_LOCATIONS } from '@checkwell/domain/check/enums';
import { type DoctorInput, doctorHoursRule } from '@checkwell/domain/people/doctor';
import { pick } from '@checkwell/domain/pick';
import { useQuery } from '@tanstack/react-query';
import { useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { Card } from '../../ui/content/Card.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { QueryState } from '../../ui/content/QueryState.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { FormActions, FormStack } from '../../ui/controls/Field.tsx';
import { WeekHours } from '../../ui/forms/WeekHours.tsx';
import { LeaveGuard } from '../../ui/overlays/LeaveGuard.tsx';
import { CalendarCard } from './CalendarCard.tsx';
import { Exceptions } from './Exceptions.tsx';
import { type OwnHoursFragment, SetOwnHoursDocument } from './missions.gql.ts';
import { ownHoursQuery } from './missions.queries.ts';

/** The weekly hours in which the signed-in doctor takes missions. */
export function AvailabilityScreen() {
  const t = useTranslations('missions');
  const query = useQuery(ownHoursQuery(useViewer().doctorId));
  const doctor = query.data?.doctor;
  return (
    <Page width="narrow">
      <PageHeader title={t('hours.title')} subtitle={t('hours.hint')} />
      <Card>{doctor ? <Hours key={doctor.version} doctor={doctor} /> : <QueryState query={query} lines={7} height="2.5rem" />}</Card>
      {doctor && <Exceptions doctor={doctor} />}
      {doctor && <CalendarCard />}
    </Page>
  );
}

/** The doctor's other fields, which the call requires unchanged. */
const restOf = (doctor: OwnHoursFragment): Omit<DoctorInput, 'availabilities'> => ({
  ...pick(doctor, ['firstName', 'lastName', 'email', 'phoneNumber', 'inamiNumber', 'practiceAddress', 'maxKm', 'active']),
  languages: [...doctor.languages],
  locations: ORDERABLE_LOCATIONS.filter((location) => doctor.locations.includes(location)),
});

function Hours({ doctor }: { readonly doctor: OwnHoursFragment }) {
  const t = useTranslations('missions');
  const form = useZodForm(doctorHoursRule, {
    defaultValues: { availabilities: doctor.availabilities.map((hours) => pick(hours, ['weekday', 'fromTime', 'toTime'])) },
  });
  const save = useGqlChange(SetOwnHoursDocument, {
    topics: ['doctor'],
    success: t('common:saved'),
    onError: (error) => !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit((hours) =>
    save.mutate({ id: doctor.id, version: doctor.version, input: { ...restOf(doctor), ...hours } }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <LeaveGuard when={form.formState.isDirty && !save.isSuccess} />
      <FormStack>
        <WeekHours form={form} />
        <FormActions>
          <Button type="submit" variant="primary" loading={save.isPending}>
            {t('common:save')}
          </Button>
        </FormActions>
      </FormStack>
    </form>
  );
}
