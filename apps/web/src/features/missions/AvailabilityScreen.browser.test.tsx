import { addDays } from '@checkwell/domain/clock';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFieldError, fillDay, fillTime, focus, groupOf } from '../../test/fields.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import {
  AddExceptionDocument,
  MissionCalendarDocument,
  OwnHoursDocument,
  type OwnHoursFragment,
  RemoveExceptionDocument,
  RemoveMissionCalendarDocument,
  RenewMissionCalendarDocument,
} from './missions.gql.ts';

const doctor: OwnHoursFragment = {
  __typename: 'Doctor',
  id: 'd1',
  firstName: 'An',
  lastName: 'Maes',
  email: 'an@example.be',
  phoneNumber: '+32470123456',
  languages: ['NL'],
  inamiNumber: '10000000000',
  practiceAddress: 'Meir 1, 2000 Antwerpen',
  locations: ['Office'],
  maxKm: 30,
  active: true,
  availabilities: [{ weekday: 1, fromTime: '09:00', toTime: '12:00' }],
  exceptions: [],
  version: 1,
} as OwnHoursFragment;
const HOLIDAY = {
  id: 'x1',
  kind: 'Absent',
  startsAt: '2026-12-20T23:00:00.000Z',
  endsAt: '2026-12-31T23:00:00.000Z',
  reason: 'Holiday',
} as const;

async function availability(exceptions: OwnHoursFragment['exceptions'] = [], availabilities = doctor.availabilities) {
  const server = fakeServer();
  let stored = { ...doctor, exceptions, availabilities };
  server.graphql(OwnHoursDocument, () => ({ doctor: stored }));
  let calendar: { address: string; createdAt: string } | null = null;
  let made = 0;
  server.graphql(MissionCalendarDocument, () => ({ missionCalendar: calendar }));
  server.graphql(RenewMissionCalendarDocument, () => {
    made += 1;
    calendar = { address: `https://checkwell.example/v1/api/missions/calendar/${made}.ics`, createdAt: '2026-11-25T09:00:00.000Z' };
    return { renewMissionCalendar: calendar };
  });
  server.graphql(RemoveMissionCalendarDocument, () => {
    calendar = null;
    return { removeMissionCalendar: null };
  });
  server.graphql(AddExceptionDocument, () => {
    stored = { ...stored, exceptions: [HOLIDAY] };
    return { addHoursException: stored };
  });
  server.graphql(RemoveExceptionDocument, () => {
    stored = { ...stored, exceptions: [] };
    return { removeHoursException: stored };
  });
  const app = await renderApp('/availability', { server, as: 'doctor', width: 390 });
  const add = page.getByRole('button', { name: app.say('missions:exceptions.add'), exact: true });
  await expect.element(add).toBeVisible();
  return { ...app, server, add };
}

test('an absence of whole days is entered and taken away', async () => {
  const { say, server, add } = await availability();
  await expect.element(page.getByText(say('missions:exceptions.none'))).toBeVisible();
  await expectAccessibleInBothModes();
  const first = addDays(today(), 3);
  await fillDay(page, say('missions:exceptions.fromDay'), first);
  await fillDay(page, say('missions:exceptions.toDay'), addDays(first, 7));
  await userEvent.fill(page.getByLabelText(say('missions:exceptions.reason')), 'Holiday');
  await userEvent.click(add);
  await expect.element(page.getByText('Holiday')).toBeVisible();
  expect(server.calls(AddExceptionDocument)).toMatchObject([
    { input: { kind: 'Absent', fromDay: first, toDay: addDays(first, 7), fromTime: null, toTime: null, reason: 'Holiday' } },
  ]);
  await userEvent.click(page.getByRole('button', { name: /^Remove: / }));
  await expect.element(page.getByText(say('missions:exceptions.none'))).toBeVisible();
});

test('other hours are of one day, and ask for both times', async () => {
  const { say, server, add } = await availability();
  await userEvent.click(page.getByRole('radio', { name: say('missions:exceptions.extra') }));
  const day = addDays(today(), 3);
  await fillDay(page, say('missions:exceptions.day'), day);
  await userEvent.click(add);
  await expectFieldError(groupOf(page, say('missions:exceptions.fromTime')), say('validation:required'));
  await fillTime(page, say('missions:exceptions.fromTime'), '18:00');
  await fillTime(page, say('missions:exceptions.toTime'), '20:00');
  await userEvent.click(add);
  await expect
    .poll(() => server.calls(AddExceptionDocument))
    .toMatchObject([{ input: { kind: 'Extra', fromDay: day, toDay: day, fromTime: '18:00', toTime: '20:00' } }]);
});

test('a mission in the way is said at the day, and nothing typed is lost', async () => {
  const { say, server, add } = await availability();
  server.graphql(AddExceptionDocument, () =>
    refusal('request.invalid', { issues: [{ path: 'fromDay', message: 'absenceHasMission', params: {} }] }),
  );
  const day = addDays(today(), 3);
  await fillDay(page, say('missions:exceptions.fromDay'), day);
  await fillDay(page, say('missions:exceptions.toDay'), day);
  await userEvent.fill(page.getByLabelText(say('missions:exceptions.reason')), 'Congress');
  await userEvent.click(add);
  await expectFieldError(groupOf(page, say('missions:exceptions.fromDay')), say('validation:absenceHasMission'));
  await expect.element(page.getByLabelText(say('missions:exceptions.reason'))).toHaveValue('Congress');
});

test('the address of a calendar is made, opened, replaced and deleted', async () => {
  const { say } = await availability();
  const make = page.getByRole('button', { name: say('missions:calendar.make') });
  await userEvent.click(make);
  const address = page.getByLabelText(say('missions:calendar.address'), { exact: true });
  await expect.element(address).toHaveValue('https://checkwell.example/v1/api/missions/calendar/1.ics');
  await expect
    .element(page.getByRole('link', { name: say('missions:calendar.subscribe') }))
    .toHaveAttribute('href', 'webcal://checkwell.example/v1/api/missions/calendar/1.ics');
  await expectAccessibleInBothModes();

  const confirm = async (what: 'renew' | 'remove') => {
    await userEvent.click(page.getByRole('button', { name: say(`missions:calendar.${what}`) }));
    const dialog = page.getByRole('alertdialog', { name: say(`missions:calendar.${what}Title`) });
    await userEvent.click(dialog.getByRole('button', { name: say(`missions:calendar.${what}`) }));
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await confirm('renew');
  await expect.element(address).toHaveValue('https://checkwell.example/v1/api/missions/calendar/2.ics');
  await confirm('remove');
  await expect.element(make).toBeVisible();
});

test('hours that are taken away take nothing with them: what is half typed in others, and their errors, stay', async () => {
  const { say } = await availability(
    [],
    [
      { weekday: 1, fromTime: '09:00', toTime: '12:00' },
      { weekday: 1, fromTime: '13:00', toTime: '17:00' },
      { weekday: 2, fromTime: '08:00', toTime: '10:00' },
    ],
  );
  const [monday, tuesday] = ['Monday', 'Tuesday'] as const;
  const parts = (key: 'from' | 'to', day: string, number: number) =>
    groupOf(page, say(`common:weekHours.${key}`, { day, number })).getByRole('spinbutton');
  await userEvent.click(page.getByRole('button', { name: say('common:weekHours.addOn', { day: tuesday }) }));
  await focus(parts('from', tuesday, 2).first());
  await userEvent.keyboard('14');
  await focus(parts('to', monday, 2).first());
  await userEvent.keyboard('{Backspace}{Backspace}');
  await userEvent.click(page.getByRole('button', { name: say('common:weekHours.remove', { day: monday, number: 1 }) }));
  await expect
    .element(page.getByRole('button', { name: say('common:weekHours.remove', { day: monday, number: 2 }) }))
    .not.toBeInTheDocument();
  await expect.element(parts('from', monday, 1).first()).toHaveAttribute('aria-valuenow', '13');
  await expect.element(parts('to', monday, 1).first()).not.toHaveAttribute('aria-valuenow');
  await expect.element(parts('from', tuesday, 1).first()).toHaveAttribute('aria-valuenow', '8');
  await expect.element(parts('from', tuesday, 2).first()).toHaveAttribute('aria-valuenow', '14');
  await page.getByRole('button', { name: say('common:save'), exact: true }).click();
  await expectFieldError(groupOf(page, say('common:weekHours.to', { day: monday, number: 1 })), say('validation:required'));
  await userEvent.click(page.getByRole('button', { name: say('common:weekHours.remove', { day: tuesday, number: 1 }) }));
  await expectFieldError(groupOf(page, say('common:weekHours.to', { day: monday, number: 1 })), say('validation:required'));
  await expectFieldError(groupOf(page, say('common:weekHours.to', { day: tuesday, number: 1 })), say('validation:required'));
  await expect.element(parts('from', tuesday, 1).first()).toHaveAttribute('aria-valuenow', '14');
});
