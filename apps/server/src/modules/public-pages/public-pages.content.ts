import { NON_OPERABLE_REASON_CODES, NON_OPERABLE_REASONS } from '@checkwell/domain/check/enums';
import { PRICES, vatOn } from '@checkwell/domain/check/price/price';
import { DOCTOR_SEES_WORKER_DAYS } from '@checkwell/domain/check/worker-visibility';
import { IDENTITY_PROMISE_MINUTES, type InterfaceLanguage, VAT_PERCENT } from '@checkwell/domain/constants';
import { PAYMENT_TERM_DAYS } from '@checkwell/domain/invoice/monthly';
import type { Seller } from '@checkwell/domain/invoice/seller';
import { ONE_SHOT_AMOUNTS } from '@checkwell/domain/one-shot/price';
import type { PublicPage } from '@checkwell/domain/public-pages';
import { RETENTION } from '@checkwell/domain/retention';
import { formatsIn } from '@checkwell/messages/formats';
import { oneShotTerms } from '@checkwell/messages/one-shot-terms';
import { getTranslator } from '@checkwell/messages/translator';
import type { Config } from '../../config.ts';
import { SESSION_LIMITS } from '../../platform/identity/issuer.ts';
import { sellerLines } from '../../platform/seller-lines.ts';
import { ACCESS_TOKEN_SECONDS, COOKIES, DEVICE_SECONDS, MICROSOFT_SECONDS } from '../identity/identity.service.ts';

/** What a public page says, apart from how it looks. Texts may hold links: `[label](privacy)`, `[label](https://…)`. */
export interface PageContent {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly PageSection[];
}

export interface PageSection {
  readonly title: string;
  /** Paragraphs, one a line. */
  readonly text?: string;
  readonly facts?: readonly PageFact[];
  readonly list?: readonly string[];
  /** Paragraphs below facts and list. */
  readonly after?: string;
}

export interface PageFact {
  readonly label: string;
  readonly value: string;
  /** Where the value leads: `tel:`, `mailto:`. */
  readonly link?: string;
}

/** Which of the companies that receive data this installation has to do with, and whether it erases by age. */
export type Partners = Pick<Config, 'payments' | 'microsoft' | 'launchDarkly' | 'companyRegister' | 'sms' | 'logErasure'>;

export interface ContentDeps {
  readonly seller: Seller;
  readonly partners: Partners;
}

/** A page of the catalogue, with its facts in place. */
interface WrittenPage {
  readonly title: string;
  readonly lead: string;
  readonly sections?: Readonly<Record<string, WrittenSection>>;
}
interface WrittenSection {
  readonly title: string;
  readonly text?: string;
  readonly facts?: Readonly<Record<string, PageFact>>;
  readonly list?: Readonly<Record<string, string>>;
  readonly after?: string;
}

const MINUTE_MS = 60_000;
const HOUR_SECONDS = 3600;

/** Every fact that the pages name, from the constants that the product itself goes by. */
export function factsOf(seller: Seller, language: InterfaceLanguage) {
  const { money, number, list } = formatsIn(language);
  const { name, address, vat, phone, email } = sellerLines(seller, language);
  const enums = getTranslator(language, 'enums');
  const billable = NON_OPERABLE_REASON_CODES.filter((code) => NON_OPERABLE_REASONS[code].billable);
  return {
    sellerName: withoutLink(name),
    sellerAddress: withoutLink(address),
    sellerVat: vat,
    // A number in one line, as it is dialled.
    sellerPhone: phone ? `[${phone.replaceAll(' ', '\u00a0')}](tel:${seller.phoneNumber})` : '',
    sellerEmail: email ? `[${email}](mailto:${email})` : '',
    oneShotNet: money(ONE_SHOT_AMOUNTS.netCents),
    oneShotVat: money(ONE_SHOT_AMOUNTS.vatCents),
    oneShotTotal: money(ONE_SHOT_AMOUNTS.totalCents),
    vatPercent: number(VAT_PERCENT),
    houseNet: money(PRICES.houseSupplement),
    houseTotal: money(PRICES.houseSupplement + vatOn(PRICES.houseSupplement)),
    weekendPercent: number(PRICES.weekendPercent),
    acceptedPercent: number(PRICES.cancelAcceptedPercent),
    latePercent: number(PRICES.cancelLatePercent),
    lateHours: number(PRICES.lateHours),
    // A reason begins a line of its own elsewhere; here it is within a sentence.
    billable: list(billable.map((code) => lowerFirst(enums(`nonOperableReason.${code}`)))),
    identityMinutes: number(IDENTITY_PROMISE_MINUTES),
    paymentDays: number(PAYMENT_TERM_DAYS),
    abandonedDays: number(RETENTION.abandonedOneShotDays),
    visitDays: number(RETENTION.visitDetailsDays),
    historyYears: number(RETENTION.checkHistoryYears),
    checkYears: number(RETENTION.checkYears),
    fileDays: number(RETENTION.certificateFileDays),
    employeeYears: number(RETENTION.formerEmployeeYears),
    accessYears: number(RETENTION.accessReasonYears),
    doctorDays: number(DOCTOR_SEES_WORKER_DAYS),
    sessionMinutes: number(SESSION_LIMITS.idleMs / MINUTE_MS),
    sessionHours: number(SESSION_LIMITS.absoluteMs / MINUTE_MS / 60),
    accessMinutes: number(ACCESS_TOKEN_SECONDS / 60),
    deviceDays: number(DEVICE_SECONDS / HOUR_SECONDS / 24),
    microsoftHours: number(MICROSOFT_SECONDS / HOUR_SECONDS),
    cookieAccessToken: COOKIES.accessToken,
    cookieSession: COOKIES.session,
    cookieFingerprint: COOKIES.fingerprint,
    cookieDevice: COOKIES.device,
    cookieMicrosoft: COOKIES.microsoft,
  };
}

/** Escapes the link syntax of the catalogues' texts in a name that is inserted into one. */
const withoutLink = (text: string): string => text.replaceAll('](', '] (');

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export function contentOf(page: PublicPage, language: InterfaceLanguage, { seller, partners }: ContentDeps): PageContent {
  const t = getTranslator(language, 'publicPages');
  // The catalogue's own shape, which the types of the translator know by leaves only.
  const read = (path: string) =>
    t(`publicPages:${path}` as 'publicPages:skip', { returnObjects: true, ...factsOf(seller, language) }) as unknown;
  const { title, lead, sections = {} } = read(page) as WrittenPage;
  const own = Object.entries(sections).map(([name, section]) => sectionOf(name, section, partners));
  switch (page) {
    case 'terms':
      return {
        title,
        lead,
        sections: [
          ...oneShotTerms(getTranslator(language, 'oneShot'), formatsIn(language)),
          ...(['contract', 'independence', 'complaint'] as const).map((name) => read(`terms.${name}`) as PageSection),
        ],
      };
    case 'contact':
      return { title, lead, sections: [{ title: t('seller'), facts: sellerFacts(seller, language) }, ...own] };
    default:
      return { title, lead, sections: own };
  }
}

/** Lines of what a job erases, unless the installation keeps everything (LOG_ERASURE); and the one that holds where it does. */
const ERASED_BY_AGE: readonly string[] = ['report', 'employee', 'visit', 'log'];
const ERASED_BY_HAND = 'checks';

function sectionOf(name: string, { facts, list, ...texts }: WrittenSection, partners: Partners): PageSection {
  const named = name === 'recipients' ? ([key]: [string, string]) => receives(key, partners) : () => true;
  return {
    ...texts,
    ...(facts && {
      facts: Object.entries(facts)
        // Nobody reads that something is erased by age where nothing is, nor that it is erased by hand where a job does it.
        .filter(([key]) => name !== 'retention' || (partners.logErasure ? key !== ERASED_BY_HAND : !ERASED_BY_AGE.includes(key)))
        .map(([, fact]) => fact),
    }),
    ...(list && {
      list: Object.entries(list)
        .filter(named)
        .map(([, text]) => text),
    }),
  };
}

/** A company that this installation has nothing to do with is not named. */
function receives(recipient: string, { payments, microsoft, launchDarkly, companyRegister, sms }: Partners): boolean {
  switch (recipient) {
    case 'stripe':
      return payments?.provider === 'stripe' && payments.elementsUrl === null;
    case 'twilio':
      return sms?.gateway === 'twilio' && sms.apiUrl === null;
    case 'smpp':
      return sms?.gateway === 'smpp';
    case 'microsoft':
      return microsoft !== null;
    case 'launchDarkly':
      return launchDarkly !== null;
    case 'vies':
      return companyRegister === 'vies';
    default:
      return true;
  }
}

/** Who sells, and how to reach them: the settings of the invoices' seller, and nothing else. */
export function sellerFacts(seller: Seller, language: InterfaceLanguage): readonly PageFact[] {
  const t = getTranslator(language, 'publicPages');
  const { name, address, vat, register, phone, email } = sellerLines(seller, language);
  const facts: readonly { readonly label: string; readonly value: string | null; readonly link?: string }[] = [
    { label: t('contact.name'), value: name },
    { label: t('contact.address'), value: address },
    { label: t('contact.vat'), value: vat },
    { label: t('contact.register'), value: register },
    { label: t('contact.phone'), value: phone, link: `tel:${seller.phoneNumber}` },
    { label: t('contact.email'), value: email, link: `mailto:${seller.email}` },
  ];
  return facts.flatMap(({ value, ...fact }) => (value === null ? [] : [{ ...fact, value }]));
}
