import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./messages.mjs').Problem} Problem */

/** Formats of vendors' secrets. Each is long enough that no other text matches it. */
const FORMS = /** @type {const} */ ({
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[\w+/]{40}/,
  'a private key as JWK': /"d"\s*:\s*"[\w-]{40,}"/,
  'keys of Amazon': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a key of Stripe': /\b(?:[sr]k_(?:live|test)|whsec)_[0-9A-Za-z]{16,}/,
  'a key of Twilio': /\bSK[0-9a-f]{32}\b/,
  'a key of Mailgun': /\bkey-[0-9a-f]{32}\b/,
  'a token of GitHub': /\b(?:gh[pousr]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{40,})/,
  'a token of npm': /\bnpm_[0-9A-Za-z]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[0-9A-Za-z-]{20,}/,
  'a key of Google': /\bAIza[\w-]{35}\b/,
  'a signed token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{30,}/,
  'a secret of the product':
    /\b(?:APP_SECRET|METRICS_TOKEN|MICROSOFT_CLIENT_SECRET|TWILIO_AUTH_TOKEN|SMPP_PASSWORD|S3_SECRET_ACCESS_KEY|MAIL_EVENTS_KEY)=["']?[\w+/]{24,}/,
});

/** Marks of made-up secrets in tests and documents. */
const MADE_UP = /0123456789abcdef|EXAMPLE/;
const BINARY_FILES = /\.(?:png|jpe?g|webp|avif|ico|woff2?|gz|br|wasm|zst|pdf)$/;
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Finds secrets in a text.
 * @param {string} text
 * @returns {{ readonly form: string, readonly line: number }[]} never the secret itself, because the result is logged
 */
export function secretsIn(text) {
  return Object.entries(FORMS).flatMap(([form, pattern]) =>
    [...text.matchAll(new RegExp(pattern, 'g'))]
      .filter(([found]) => !MADE_UP.test(found))
      .map(({ index }) => ({ form, line: text.slice(0, index).split('\n').length })),
  );
}

/**
 * Secrets in the files of the repository and in the web build, which is public (security.md, P1).
 * @param {string} root
 * @returns {Problem[]}
 */
export function checkSecrets(root) {
  const build = 'apps/web/dist';
  const built = existsSync(join(root, build)) ? filesBelow(root, build) : [];
  return [...committed(root), ...built]
    .filter((file) => !BINARY_FILES.test(file))
    .flatMap((file) => {
      const path = join(root, file);
      if (!existsSync(path) || statSync(path).size > MAX_BYTES) return [];
      return secretsIn(readFileSync(path, 'latin1')).map(({ form, line }) => ({
        file,
        line,
        rule: 'secrets',
        message: `This looks like ${form}. Remove it, and replace it where it is used: a committed secret is no longer secret.`,
      }));
    });
}

/** @param {string} root @returns {string[]} empty without a git repository */
function committed(root) {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.toString().split('\0').filter(Boolean);
  } catch {
    return [];
  }
}

/** @param {string} root @param {string} folder @returns {string[]} */
function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}
