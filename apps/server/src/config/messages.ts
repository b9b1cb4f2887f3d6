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
export type SmsConfig = { readonly gateway: 'stand-in' } | TwilioConfig | SmppConfig;

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

/** Milliseconds, and the most messages without an answer. */
export interface SmppLimits {
  /** For connecting, for logging in, and for the wait of a message until both are done. */
  readonly readyMs: number;
  /** Until the operator has answered. */
  readonly answerMs: number;
  /** How often the operator is asked whether the connection is there. */
  readonly enquireMs: number;
  /** First pause before the next connection, doubled each time up to the longest. */
  readonly reconnectMs: number;
  readonly longestReconnectMs: number;
  /** For how long nothing is sent after the operator said that it was too much. */
  readonly holdMs: number;
  readonly window: number;
}

/** An account at an operator with an SMPP 3.4 interface. */
export interface SmppConfig {
  readonly gateway: 'smpp';
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
  /** A number (+32…), or a name of up to 11 characters. */
  readonly from: string;
  /** Whom to trust beside the usual authorities, and other limits than the usual: for tests. */
  readonly ca?: string;
  readonly limits?: Partial<SmppLimits>;
}

const TWILIO_VARIABLES = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const satisfies readonly VariableName[];

const SMPP_VARIABLES = ['SMPP_URL', 'SMPP_SYSTEM_ID', 'SMPP_PASSWORD', 'SMPP_FROM'] as const satisfies readonly VariableName[];
/** What they listen on, without and with TLS. */
const SMPP_PORTS = { plain: 2775, tls: 3550 };

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
export function smsOf(values: Values, errors: string[]): SmsConfig | null {
  const production = values.NODE_ENV === 'production';
  const isSet = (variables: readonly VariableName[]): boolean => variables.some((name) => values[name] !== undefined);
  const accounts = [...(isSet(TWILIO_VARIABLES) ? (['twilio'] as const) : []), ...(isSet(SMPP_VARIABLES) ? (['smpp'] as const) : [])];
  if (values.SMS_GATEWAY === undefined && accounts.length > 1)
    errors.push('SMS_GATEWAY must be twilio or smpp where the settings of both are there.');
  // Production never uses the stand-in: its text messages would reach nobody.
  const gateway = values.SMS_GATEWAY ?? accounts[0] ?? (production ? 'off' : 'stand-in');
  switch (gateway) {
    case 'off':
      return null;
    case 'stand-in':
      if (production) errors.push('SMS_GATEWAY must be twilio, smpp or off in production: with the stand-in no text message leaves.');
      return { gateway };
    case 'twilio':
      return twilioOf(values, errors);
    case 'smpp':
      return smppOf(values, errors);
  }
}

function twilioOf(values: Values, errors: string[]): TwilioConfig | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = values;
  if (accountSid === undefined || authToken === undefined || from === undefined) return incomplete(TWILIO_VARIABLES, values, errors);
  const apiUrl = values.TWILIO_API_URL?.replace(/\/$/, '') ?? null;
  if (apiUrl !== null && values.NODE_ENV === 'production') errors.push('TWILIO_API_URL is for trying things out, not for production.');
  return { gateway: 'twilio', accountSid, authToken, from, apiUrl };
}

function smppOf(values: Values, errors: string[]): SmppConfig | null {
  const { SMPP_URL: url, SMPP_SYSTEM_ID: systemId, SMPP_PASSWORD: password, SMPP_FROM: from } = values;
  if (url === undefined || systemId === undefined || password === undefined || from === undefined)
    return incomplete(SMPP_VARIABLES, values, errors);
  const tls = url.protocol === 'ssmpp:';
  const port = url.port === '' ? SMPP_PORTS[tls ? 'tls' : 'plain'] : Number(url.port);
  return { gateway: 'smpp', host: url.hostname.replace(/^\[|\]$/g, ''), port, tls, systemId, password, from };
}

function incomplete(variables: readonly VariableName[], { SMS_GATEWAY: gateway }: Values, errors: string[]): null {
  errors.push(`${sentenceList(variables)} must be set together${gateway === undefined ? '' : ` for SMS_GATEWAY=${gateway}`}.`);
  return null;
}
