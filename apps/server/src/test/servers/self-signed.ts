import { execFileSync } from 'node:child_process';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { testFolder } from '../folder.ts';

/** Paths of a key and its certificate. */
export interface SelfSigned {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a self-signed certificate for this name or address with openssl, in a folder of the current test or test file. */
export function selfSigned(name: string): SelfSigned {
  const folder = testFolder('certificate');
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${isIP(name) ? 'IP' : 'DNS'}:${name}`];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { key, certificate };
}
