import { CORRECTABLE_FIELDS } from '@checkwell/domain/check/result/correction';
import { SENT_CERTIFICATE_STATES } from '@checkwell/domain/employee-page/certificate';
import type { Protection } from '@checkwell/domain/identity/second-step';
import { fieldOf } from '../fields.ts';
import {
  chooseInMenu,
  held,
  inTurn,
  openBy,
  openDialog,
  openMenu,
  openPopover,
  openRowMenu,
  press,
  type Reach,
  sendDialog,
  sendPage,
  untilDialog,
  untilErrors,
} from '../reach.ts';
import { expect } from '../test.ts';
import {
  atRest,
  commentStates,
  dialogBy,
  dialogWithErrors,
  failed,
  loading,
  next,
  nothingFound,
  onPhone,
  phoneFilters,
  rowMenu,
  type Screen,
  type State,
} from './screen-states.ts';

/** Screens of employers: of administrators, of users with basic access, and of an empty company. */

/** Adds certificates that the employee sent, one in each state. */
const withSentCertificates: Reach = ({ page }) =>
  page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON()?.operationName !== 'Check') return route.fallback();
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.check.sentCertificates = SENT_CERTIFICATE_STATES.map((state, index) => ({
      id: `sent-${index}`,
      sentAt: '2026-11-02T08:00:00.000Z',
      startDate: '2026-11-02',
      endDate: '2026-11-06',
      state,
      certificateId: state === 'Registered' ? 'certificate' : null,
      document:
        state === 'Waiting' || state === 'Registered'
          ? { id: `document-${index}`, fileName: 'IMG_1.jpg', mediaType: 'image/jpeg', byteSize: 12, url: '/v1/api/none' }
          : null,
    }));
    return route.fulfill({ response, json: answer });
  });

/** Adds a claim of travel costs. */
const withTravelClaim =
  (values: object = {}): Reach =>
  ({ page }) =>
    page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'Check') return route.fallback();
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.check.travelClaim = {
        id: 'claim',
        version: 1,
        state: 'Waiting',
        means: 'Car',
        km: 24,
        kmRate: 4449,
        kmRateFrom: '2025-07-01',
        amountCents: 10_68,
        reason: '',
        payment: 'Account',
        ibanEnd: '7034',
        claimedAt: '2026-11-02T08:00:00.000Z',
        changedAt: '2026-11-02T09:00:00.000Z',
        paidOn: null,
        paidCents: null,
        decisionReason: '',
        canDecide: true,
        canReadAccount: true,
        receipt: { id: 'receipt', fileName: 'ticket.jpg', mediaType: 'image/jpeg', byteSize: 12, url: '/v1/api/none' },
        ...values,
      };
      return route.fulfill({ response, json: answer });
    });

/** Completes the stepper of a new check that was filled in from a certificate. */
const toForecast: Reach = async ({ page, say }) => {
  await page.getByRole('button', { name: `${say('order:summary.change')}: ${say('order:steps.worker')}` }).click();
  await fieldOf(page, say('checkFields:phoneNumber')).fill('0470 12 34 56');
  await page.getByRole('button', { name: say('common:continue') }).click();
  await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  await page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') }).check();
  await page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }).check();
  await expect(page.getByRole('region', { name: say('order:forecast.moment') })).toBeVisible();
};

const openPalette: Reach = async ({ page, say }) => {
  await page.getByRole('button', { name: say('shell:search') }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
};

/** Opens the account menu, at the bottom of the sidebar. */
const openAccountMenu: Reach = async ({ page }) => {
  await page.getByRole('complementary').first().locator('[aria-haspopup=menu]').last().click();
  await expect(page.getByRole('menu')).toBeVisible();
};

const openCalendar: Reach = async ({ page, say }) => {
  await page
    .getByRole('button', { name: say('common:date.choose') })
    .first()
    .click();
  await expect(page.getByRole('grid').first()).toBeVisible();
};

/** An address with contradicting days. */
const contradiction: State = { name: 'days that contradict each other', kind: 'contradiction', search: 'from=2026-12-01&to=2026-01-01' };

const IMPORT_HEADINGS = ['Code', 'Nom', 'Prénom', 'Sexe', 'Langue', 'Adresse', 'GSM'];
const IMPORT = {
  name: 'export.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      IMPORT_HEADINGS.join(';'),
      'SWEEP-1;Lefèvre;Zoé;F;FR;Rue Neuve 5, 1000 Bruxelles;0470 12 34 56',
      'SWEEP-2;Dubois;Théo;M;FR;Grand-Place 1, 7000 Mons;call me',
    ].join('\r\n'),
  ),
};

/** A user who must set up a second step. */
const UNPROTECTED: Protection = {
  required: true,
  missing: true,
  hasPassword: true,
  freshUntil: null,
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  microsoftOffered: true,
  microsoftSince: null,
};

/** A saved view of the list of checks. It is mocked, because other tests count the views of the sweep's account. */
const VIEW = { id: '0', name: 'Zonder arts', shown: '{"checkTiming":"Optimized"}', incomplete: true, isDefault: false };

const answeringViews: Reach = ({ page }) =>
  page.route('**/graphql', (route) =>
    route.request().postData()?.includes('"operationName":"ListViews"')
      ? route.fulfill({ json: { data: { listViews: [VIEW] } } })
      : route.fallback(),
  );

const SETTINGS: readonly Screen[] = [
  {
    route: '/settings/profile',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      {
        name: 'profile with errors',
        keeps: true,
        reach: async ({ page, say }) => {
          await fieldOf(page, say('personFields:firstName')).fill(' ');
          await fieldOf(page, say('personFields:phoneNumber')).fill('12');
          await page
            .getByRole('button', { name: say('common:save'), exact: true })
            .first()
            .click();
          await untilErrors({ page, say });
        },
      },
      next('password with errors', async ({ page, say }) => {
        await page.getByRole('button', { name: say('settings:password.submit') }).click();
        await expect(fieldOf(page, say('settings:password.current'))).toHaveAttribute('aria-invalid', 'true');
      }),
      dialogBy('protection:totp.add', 'authenticator app'),
      dialogBy('protection:passkeys.add', 'passkey'),
      dialogWithErrors('common:continue', 'passkey with errors'),
    ],
  },
  {
    route: '/settings/company',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      {
        name: 'with errors',
        keeps: true,
        reach: async ({ page, say }) => {
          const details = page.getByRole('region', { name: say('settings:company.details') });
          await fieldOf(details, say('companyFields:companyNumber')).fill('BE12345');
          await fieldOf(details, say('companyFields:invoicingEmail')).fill('no address');
          await details.getByRole('button', { name: say('common:save') }).click();
          const rules = page.getByRole('region', { name: say('settings:workRules.title') });
          await rules.getByRole('checkbox', { name: say('settings:workRules.availabilityDuty') }).check();
          await fieldOf(rules, say('settings:workRules.certificateTermDays')).fill('31');
          await rules.getByRole('button', { name: say('common:save') }).click();
          await expect(fieldOf(rules, say('settings:workRules.certificateTermDays'))).toHaveAttribute('aria-invalid', 'true');
        },
      },
      next('question before leaving', async ({ page, say }) => {
        await page.getByRole('link', { name: say('settings:tab.profile'), exact: true }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      }),
      dialogBy('settings:costCentres.add', 'new cost centre'),
      dialogWithErrors('settings:costCentres.add', 'new cost centre with errors'),
      failed('Company'),
    ],
  },
  {
    route: '/settings/users',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      nothingFound,
      failed('Users'),
      rowMenu,
      next('access type', chooseInMenu('settings:users.changeAccess')),
      { name: 'question before deleting', reach: inTurn(openRowMenu, chooseInMenu('common:delete')), search: 'q=hr.basic' },
      dialogBy('settings:users.add', 'new user'),
      dialogWithErrors('settings:users.add', 'new user with errors'),
    ],
  },
  {
    route: '/settings/superiors',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      nothingFound,
      dialogBy('settings:superiors.add', 'new superior'),
      dialogWithErrors('settings:superiors.add', 'new superior with errors'),
    ],
  },
  {
    route: '/settings/api-tokens',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      failed('ApiTokens'),
      dialogBy('settings:tokens.create', 'new token'),
      dialogWithErrors('settings:tokens.create', 'new token with errors'),
    ],
  },
];

/** A report whose outcome its doctor corrected. */
const corrected: Reach = ({ page }) =>
  page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON().operationName !== 'Check') return route.fallback();
    const response = await route.fetch();
    const { data } = await response.json();
    const event = {
      ...data.check.events.at(-1),
      id: '00000000-0000-7000-8000-000000000009',
      action: 'correctResult',
      version: 99,
      correctionReason: 'Misunderstood',
      formerResult: {
        ...Object.fromEntries(CORRECTABLE_FIELDS.map((name) => [name, data.check[name] ?? null])),
        checkOccurence: 'NoShow',
        workerDisagreement: true,
      },
    };
    return route.fulfill({ response, json: { data: { check: { ...data.check, events: [...data.check.events, event] } } } });
  });

export const EMPLOYER: readonly Screen[] = [
  {
    route: '/_app',
    who: 'administrator',
    // Menus and dialogs of the shell, over a screen that loads fast.
    address: '/settings/profile',
    states: [
      { name: 'account menu', reach: openAccountMenu },
      {
        name: 'companies',
        reach: async ({ page, say }) => page.getByRole('button', { name: new RegExp(say('shell:company.switch')) }).click(),
      },
      {
        name: 'drawer of a phone',
        device: 'phone',
        reach: inTurn(press('shell:openMenu'), ({ page, say }) =>
          expect(page.getByRole('dialog', { name: say('shell:navigation') })).toBeVisible(),
        ),
      },
      {
        name: 'notifications',
        // Other tests may have left unread notifications.
        reach: inTurn(
          ({ page, say }) =>
            page
              .getByRole('button', { name: new RegExp(`^${say('shell:notifications')}`) })
              .first()
              .click(),
          untilDialog,
        ),
      },
      { name: 'search over everything', reach: openPalette },
      next('search that finds nothing', async ({ page, say }) => {
        await page.getByRole('dialog').getByRole('combobox').fill('zzzzzzzz');
        await expect(page.getByText(say('palette:none', { text: 'zzzzzzzz' })).first()).toBeVisible();
      }),
      {
        name: 'keys',
        reach: inTurn(openAccountMenu, async ({ page, say }) => {
          await page.getByRole('menuitem', { name: say('shell:user.shortcuts') }).click();
          await expect(page.getByRole('dialog', { name: say('palette:shortcuts.title') })).toBeVisible();
        }),
      },
    ],
  },
  { route: '/_app', who: 'administrator', address: '/no-such-page', states: [{ name: 'no such page' }] },
  {
    route: '/dashboard',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      loading('Dashboard'),
      failed('Dashboard'),
      { name: 'no figures', search: 'period=dates&from=2020-01-01&to=2020-01-02' },
      contradiction,
      {
        name: 'definition',
        reach: ({ page, say }) => openPopoverOf(page, say('dashboard:tile.explain', { name: say('dashboard:metric.impactDays.name') })),
      },
      {
        name: 'chart as a table',
        reach: async ({ page, say }) => {
          const name = say('dashboard:chart.months.title');
          await page.getByRole('button', { name: say('dashboard:chart.asTable', { name }) }).click();
          await expect(page.getByRole('table', { name })).toBeVisible();
        },
      },
      { name: 'files', reach: openMenu('dashboard:action.download') },
      {
        name: 'tour',
        reach: async ({ page, say }) => {
          await page.getByRole('button', { name: say('shell:tour.start') }).click();
          await expect(page.getByRole('dialog', { name: say('tour:stop.create.title') })).toBeVisible();
        },
      },
      dialogBy('dashboard:action.send', 'report by mail'),
      {
        name: 'report by mail with errors',
        search: 'companyId=all',
        reach: inTurn(openBy('dashboard:action.send'), sendDialog('dashboard:send.submit')),
      },
    ],
  },
  {
    route: '/dashboard/$metric',
    who: 'administrator',
    address: '/dashboard/impactDays',
    states: [atRest, onPhone, failed('DashboardRows'), { name: 'no rows', search: 'period=dates&from=2020-01-01&to=2020-01-02' }],
  },
  {
    route: '/checks',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      phoneFilters,
      nothingFound,
      contradiction,
      failed('Checks'),
      rowMenu,
      { name: 'statuses', reach: openPopover('checks:filter.status') },
      { name: 'period', reach: openPopover('checks:filter.period') },
      { name: 'columns', reach: openPopover('lists:columns.label') },
      { name: 'views', search: 'checkTiming=Immediate', reach: openMenu('lists:views.label') },
      {
        name: 'view to save',
        search: 'checkTiming=Immediate',
        reach: inTurn(openMenu('lists:views.label'), chooseInMenu('lists:views.save')),
      },
      dialogWithErrors('common:save', 'view to save with errors'),
      {
        name: 'views to manage',
        data: [VIEW.name],
        network: answeringViews,
        reach: inTurn(openMenu('lists:views.label'), chooseInMenu('lists:views.manage')),
      },
      {
        ...next('view to rename', async ({ page, say }) => {
          await openDialog(page)
            .getByRole('button', { name: say('lists:manage.actions', { name: VIEW.name }) })
            .click();
          await chooseInMenu('lists:form.rename')({ page, say });
        }),
        data: [VIEW.name],
      },
      next('view to rename with errors', async ({ page, say }) => {
        await fieldOf(openDialog(page), say('lists:form.name')).fill('');
        await sendDialog('lists:form.rename')({ page, say });
      }),
      {
        name: 'question before deleting a view',
        data: [VIEW.name],
        network: answeringViews,
        reach: inTurn(openMenu('lists:views.label'), chooseInMenu('lists:views.manage'), async ({ page, say }) => {
          await openDialog(page)
            .getByRole('button', { name: say('lists:manage.actions', { name: VIEW.name }) })
            .click();
          await chooseInMenu('common:delete')({ page, say });
        }),
      },
    ],
  },
  {
    route: '/checks',
    who: 'administrator',
    address: '/dashboard',
    states: [
      {
        name: 'on its way',
        network: held('Checks'),
        reach: async ({ page, say }) => {
          await page
            .getByRole('navigation')
            .getByRole('link', { name: say('shell:nav.checks'), exact: true })
            .click();
          await expect(page.getByRole('main').locator('.animate-spin')).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/checks/$id',
    who: 'administrator',
    address: async (data) => `/checks/${await data.ordered()}`,
    states: [
      atRest,
      onPhone,
      failed('Check'),
      dialogBy('checks:action.modify', 'modify'),
      next('modify with errors', async ({ page, say }) => {
        await fieldOf(openDialog(page), say('checkFields:workerAddress')).fill('');
        await sendDialog('checks:modify.save')({ page, say });
      }),
      dialogBy('checks:action.cancel', 'cancel'),
      dialogWithErrors('checks:cancel.confirm', 'cancel with errors'),
    ],
  },
  {
    route: '/checks/$id',
    who: 'administrator',
    address: async (data) => `/checks/${await data.withProblem()}`,
    states: [{ name: 'problem to answer' }, dialogBy('checks:problem.resolve', 'answer')],
  },
  {
    route: '/checks/$id',
    who: 'administrator',
    address: async (data) => `/checks/${await data.ordered()}`,
    states: [
      {
        name: 'certificates from the employee',
        network: withSentCertificates,
        reach: ({ page, say }) => expect(page.getByText(say('sentCertificates:state.Waiting')).first()).toBeVisible(),
      },
      { name: 'put aside', continues: true, reach: inTurn(press('sentCertificates:aside'), untilDialog) },
      dialogWithErrors('sentCertificates:aside', 'put aside with errors'),
      {
        name: 'travel costs of the employee',
        network: withTravelClaim(),
        reach: ({ page, say }) => expect(page.getByRole('button', { name: say('travelClaims:show') })).toBeVisible(),
      },
      { name: 'travel costs are paid', continues: true, reach: openBy('travelClaims:pay') },
      {
        name: 'travel costs are refused',
        network: withTravelClaim({ means: 'Other', km: null, reason: 'A taxi, because no bus goes there.' }),
        reach: openBy('travelClaims:refuse'),
      },
      dialogWithErrors('travelClaims:refuse', 'travel costs are refused with errors'),
      {
        name: 'travel costs that were paid',
        network: withTravelClaim({
          state: 'Paid',
          paidOn: '2026-11-03',
          paidCents: 900,
          decisionReason: 'Our rate is lower.',
          canDecide: false,
          canReadAccount: false,
        }),
        reach: ({ page }) => expect(page.getByText('Our rate is lower.')).toBeVisible(),
      },
    ],
  },
  {
    route: '/checks/$id',
    who: 'administrator',
    address: async (data) => `/checks/${await data.commented()}`,
    states: commentStates,
  },
  {
    route: '/checks/new',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      {
        name: 'employees found',
        // While the list is open, React Aria hides the rest of the page from assistive technology; Tab closes the list first.
        without: ['aria-hidden-focus'],
        reach: async ({ page, say }) => {
          await page.getByRole('combobox', { name: say('order:worker.search') }).click();
          await expect(page.getByRole('listbox').getByRole('option').nth(1)).toBeVisible();
        },
      },
      { name: 'without an employee', reach: sendPage('common:continue') },
      { name: 'new worker with errors', keeps: true, reach: inTurn(press('order:worker.addButton'), sendPage('common:continue')) },
    ],
  },
  {
    route: '/checks/new',
    who: 'administrator',
    address: async (data) => `/checks/new?certificateId=${await data.certificate()}`,
    states: [
      { name: 'of a certificate', keeps: true },
      next('with errors', sendPage('order:summary.send')),
      { name: 'calendar', keeps: true, reach: inTurn(press('order:running.edit'), openCalendar) },
      { name: 'forecast', keeps: true, reach: toForecast },
    ],
  },
  {
    route: '/checks/several',
    who: 'administrator',
    address: async (data) => `/checks/several?certificateIds=${await data.certificate()}`,
    states: [
      atRest,
      onPhone,
      {
        name: 'with errors',
        reach: ({ page, say }) => page.getByRole('button', { name: say('order:several.send', { count: 1 }) }).click(),
      },
    ],
  },
  {
    route: '/certificates',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      phoneFilters,
      nothingFound,
      contradiction,
      failed('Certificates'),
      { name: 'files', reach: openMenu('common:download') },
      rowMenu,
      {
        name: 'rows selected',
        // Only certificates on which a check can be ordered can be selected.
        search: 'active=true',
        reach: ({ page, say }) => page.getByRole('checkbox', { name: say('common:table.selectAll') }).click(),
      },
      { name: 'period', reach: openPopover('certificates:filter.period') },
    ],
  },
  {
    route: '/certificates/$id',
    who: 'administrator',
    address: async (data) => `/certificates/${await data.certificate()}`,
    states: [atRest, onPhone, failed('Certificate'), { name: 'form', search: 'edit=true' }],
  },
  {
    route: '/certificates/new',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      { name: 'with errors', keeps: true, reach: sendPage('certificates:form.create') },
      next('new employee with errors', async ({ page, say }) => {
        await page.getByRole('button', { name: say('certificates:form.addWorker'), exact: true }).click();
        await page.getByRole('button', { name: say('certificates:form.create') }).click();
        await expect(fieldOf(page, say('employeeFields:employeeFirstName'))).toHaveAttribute('aria-invalid', 'true');
      }),
    ],
  },
  {
    route: '/reports',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      phoneFilters,
      nothingFound,
      failed('Reports'),
      { name: 'outcomes', reach: openPopover('checkFields:checkOccurence') },
    ],
  },
  ...(['YesPatientHome', 'NoShow', 'NonOperable', 'Cancelled'] as const).map(
    (occurrence): Screen => ({
      route: '/reports/$id',
      who: 'administrator',
      address: async (data) => `/reports/${await data.report(occurrence)}`,
      states:
        occurrence === 'YesPatientHome'
          ? [{ name: occurrence }, onPhone, failed('Check'), { name: 'corrected', network: corrected }]
          : [{ name: occurrence }],
    }),
  ),
  {
    route: '/employees',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      phoneFilters,
      nothingFound,
      failed('Employees'),
      rowMenu,
      next('departure', chooseInMenu('employees:departure.action')),
      { name: 'copy of the data', reach: inTurn(openRowMenu, chooseInMenu('employees:personFile.action'), untilDialog) },
      {
        name: 'erasing',
        // The first employee may have an open check: then the dialog links to it instead.
        reach: inTurn(openRowMenu, chooseInMenu('employees:erasure.action'), ({ page, say }) => {
          const dialog = page.getByRole('dialog');
          const stays = dialog.getByRole('heading', { name: say('employees:erasure.stays') });
          return expect(stays.or(dialog.getByRole('link', { name: say('employees:erasure.toChecks') }))).toBeVisible();
        }),
      },
      dialogBy('employees:form.add', 'new employee'),
      dialogWithErrors('employees:form.add', 'new employee with errors'),
      {
        name: 'superior of several',
        reach: async ({ page, say }) => {
          await page.getByRole('checkbox', { name: say('common:table.selectAll') }).click();
          await page
            .getByRole('button', { name: new RegExp(`^${say('employees:list.changeSuperior', { number: 0 }).replace(/\(.*/, '')}`) })
            .click();
          await untilDialog({ page, say });
        },
      },
      dialogWithErrors('common:save', 'superior of several with errors'),
      next('new superior beside a form', openBy('common:superior.new')),
      dialogWithErrors('settings:superiors.add', 'new superior beside a form, with errors'),
      {
        name: 'employee',
        reach: inTurn(({ page }) => page.getByRole('table').getByRole('link').first().click(), untilDialog),
      },
    ],
  },
  {
    route: '/employees/import',
    who: 'administrator',
    states: [
      atRest,
      onPhone,
      {
        name: 'columns',
        data: IMPORT_HEADINGS,
        reach: async ({ page, say }) => {
          await page.getByLabel(say('employees:import.file.choose')).and(page.locator('input')).setInputFiles(IMPORT);
          await page.getByRole('button', { name: say('employees:import.next') }).click();
          await expect(page.getByRole('heading', { name: say('employees:import.columns.title') })).toBeVisible();
        },
      },
      {
        ...next('columns with errors', async ({ page, say }) => {
          await page.getByRole('button', { name: say('employees:import.toPreview') }).click();
          await expect(page.getByText(say('employees:import.columns.numberMissing'))).toBeVisible();
        }),
        data: IMPORT_HEADINGS,
      },
      next('preview', async ({ page, say }) => {
        await page.getByLabel(say('employees:import.columns.fieldOf', { column: 'Code' })).selectOption('employeeMatricule');
        await page.getByRole('button', { name: say('employees:import.toPreview') }).click();
        await expect(page.getByRole('button', { name: say('employees:import.preview.saveFaulty', { count: 1 }) })).toBeVisible();
      }),
    ],
  },
  ...SETTINGS,
  {
    route: '/second-step',
    who: 'basic',
    states: [
      {
        name: 'asked of everybody',
        whole: true,
        network: ({ page }) => page.route('**/auth/protection', (route) => route.fulfill({ json: UNPROTECTED })),
      },
    ],
  },
  // Users with basic access see no prices, cannot change the company, and have no administrator tabs.
  { route: '/dashboard', who: 'basic', states: [atRest] },
  { route: '/reports', who: 'basic', states: [atRest] },
  { route: '/settings/company', who: 'basic', states: [atRest, onPhone] },
  { route: '/settings/users', who: 'basic', states: [{ name: 'no access' }] },
  // Empty lists, each with a suggestion for the next step.
  ...['/dashboard', '/checks', '/reports', '/certificates', '/employees', '/settings/company', '/settings/superiors'].map(
    (route): Screen => ({ route, who: 'founder', states: [{ name: 'nothing entered yet' }] }),
  ),
  { route: '/certificates/new', who: 'founder', states: [{ name: 'no superiors' }] },
];

async function openPopoverOf(page: Parameters<Reach>[0]['page'], name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
}
