import type { Config } from '../../config.ts';
import type { Log } from '../log.ts';
import { madeUpRegister } from '../stand-ins/stand-ins.ts';
import { cachedRegister } from './cached-register.ts';
import type { CompanyRegister } from './company-register.ts';
import { createViesRegister } from './vies.ts';

/** The company register of the configuration. @returns null: this installation uses none */
export function chosenRegister({ companyRegister }: Pick<Config, 'companyRegister'>, log: Log): CompanyRegister | null {
  if (companyRegister === 'vies') return cachedRegister(createViesRegister({ log }));
  return companyRegister === 'made-up' ? madeUpRegister : null;
}
