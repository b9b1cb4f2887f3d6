import { resolve } from 'node:path';
import { ROOT_DIR } from './root-dir.ts';
import { sentenceList } from './sentence-list.ts';
import type { Values, VariableName } from './variables.ts';

/** How mails leave. */
export interface MailConfig {
  /** smtp: or smtps:, with login; null: mails stay in the database, for the mailbox page of the demo. */
  readonly smtpUrl: string | null;
  readonly from: { readonly name: string; readonly address: string };
  /** The address that mails come back to, without a `+`; null: the one of `from`. */
  readonly bouncesTo: string | null;
  /** Where a mail server delivers what comes back (Maildir); null: nobody reads it. */
  readonly bouncesDir: string | null;
  /** Signs what a provider reports of mails; null: nobody reports anything. */
  readonly eventsKey: string | null;
}

/** How text messages leave. `stand-in`: they stay in the database, for the mailbox page of the demo. */
export type SmsConfig = { readonly gateway: 'stand-in' } | TwilioConfig;

/** An account of Twilio. */
export interface TwilioConfig {
  readonly gateway: 'twilio';
  readonly accountSid: string;
  /** With it Twilio signs its reports, too. */
  readonly authToken: string;
  /** A number, a name of up to 11 characters, or the id of a messaging service (MG…). */
  readonly from: string;
  /** Another address than Twilio's; null: Twilio. */
  readonly apiUrl: string | null;
}

const TWILIO_VARIABLES = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const satisfies readonly VariableName[];

/** How mails leave; without `SMTP_URL` they stay in the database. */
export function mailOf(values: Values): MailConfig {
  return {
    smtpUrl: values.SMTP_URL ?? null,
    from: values.MAIL_FROM ?? { name: 'Checkwell', address: 'no-reply@checkwell.example' },
    bouncesTo: values.MAIL_BOUNCES_TO ?? null,
    bouncesDir: values.MAIL_BOUNCES_DIR === undefined ? null : resolve(ROOT_DIR, values.MAIL_BOUNCES_DIR),
    eventsKey: values.MAIL_EVENTS_KEY ?? null,
  };
}

/** How text messages leave: by what `SMS_GATEWAY` says, else by an account that is set, else not at all in production. */
export function smsOf(values: Values, faults: string[]): SmsConfig | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = values;
  const production = values.NODE_ENV === 'production';
  const isSet = accountSid !== undefined || authToken !== undefined || from !== undefined;
  // Nobody's text messages end in a mailbox that nobody opens.
  const gateway = values.SMS_GATEWAY ?? (isSet ? 'twilio' : production ? 'off' : 'stand-in');
  if (gateway === 'off') return null;
  if (gateway === 'stand-in') {
    if (production) faults.push('SMS_GATEWAY must be twilio or off in production: with the stand-in no text message leaves.');
    return { gateway };
  }
  if (accountSid === undefined || authToken === undefined || from === undefined) {
    faults.push(
      `${sentenceList(TWILIO_VARIABLES)} must be set together${values.SMS_GATEWAY === undefined ? '' : ' for SMS_GATEWAY=twilio'}.`,
    );
    return null;
  }
  const apiUrl = values.TWILIO_API_URL?.replace(/\/$/, '') ?? null;
  if (apiUrl !== null && production) faults.push('TWILIO_API_URL is for trying things out, not for production.');
  return { gateway, accountSid, authToken, from, apiUrl };
}
