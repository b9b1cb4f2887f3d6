import type { Config } from '../config.ts';
import { isThisMachine } from './network.ts';

/** A sentence for each feature that this installation lacks, so that operators do not first hear of it from a customer. */
export function startupWarnings(
  config: Pick<
    Config,
    | 'payments'
    | 'oneShotChecks'
    | 'mail'
    | 'sms'
    | 'launchDarkly'
    | 'microsoft'
    | 'certificateReading'
    | 'companyRegister'
    | 'identity'
    | 'sellerIsMadeUp'
    | 'clamd'
    | 'filesMove'
  >,
): readonly string[] {
  const {
    payments,
    oneShotChecks,
    mail,
    sms,
    launchDarkly,
    microsoft,
    certificateReading,
    companyRegister,
    identity,
    sellerIsMadeUp,
    clamd,
    filesMove,
  } = config;
  const warnings: readonly (string | false)[] = [
    oneShotChecks &&
      payments === null &&
      'One Shot Checks are not offered: nobody takes their payments (STRIPE_SECRET_KEY and its two companions are not set).',
    !oneShotChecks && 'One Shot Checks are not offered: ONE_SHOT_CHECKS is off.',
    payments?.provider === 'test' && 'Payments by card are made up: no money moves (STRIPE_SECRET_KEY is not set).',
    sellerIsMadeUp && 'Invoices name a made-up seller: INVOICE_SELLER_NAME and its companions are not set.',
    mail.smtpUrl === null && 'No mail leaves: SMTP_URL is not set.',
    sms === null && 'No text message leaves: SMS_GATEWAY is off, or the settings of Twilio or SMPP are not there.',
    sms?.gateway === 'stand-in' && 'No text message leaves: the settings of Twilio or SMPP are not there.',
    sms?.gateway === 'smpp' && !sms.tls && 'Text messages and SMPP_PASSWORD leave unencrypted: SMPP_URL does not begin with ssmpp://.',
    microsoft === null && 'Sign-in with Microsoft is not offered: MICROSOFT_TENANT_ID is not set.',
    launchDarkly === null && 'Feature flags come from this installation alone: LAUNCHDARKLY_CLIENT_ID is not set.',
    !certificateReading && 'Uploaded certificates are not read: CERTIFICATE_READING is off.',
    oneShotChecks &&
      companyRegister === null &&
      'Who orders a One Shot Check types name and address of the company: COMPANY_REGISTER is not set.',
    companyRegister === 'made-up' && 'Names and addresses of companies are made up: COMPANY_REGISTER is not set.',
    identity.secondStepFor.size === 0 && 'Planners and doctors may sign in with a password alone: IDENTITY_SECOND_STEP_FOR is not set.',
    filesMove !== null &&
      'Files are looked for on disk and in the bucket: remove FILES_MOVE once "npm run move-files" says that all have moved.',
    clamd === null &&
      'No virus scanner looks at uploaded files: CLAMD_URL is not set; what is not a plain PDF, JPEG or PNG is refused all the same.',
  ];
  return warnings.filter((warning) => warning !== false);
}

/**
 * A warning when nobody can sign in: browsers keep the cookies of a session only over https, or at localhost. The demo shows it too, since
 * somebody may open it from another machine.
 */
export function addressWarning({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): string | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return undefined;
  if (!isThisMachine(hostname))
    return `Nobody can sign in at ${publicUrl}: browsers keep the cookies of a session only over https, or at localhost.`;
  if (!isThisMachine(host))
    return `Other machines reach this server (HOST is ${host}), but nobody can sign in from them over http: put https in front, and set PUBLIC_URL to its address.`;
  return undefined;
}
