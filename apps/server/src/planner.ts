import { DEFAULT_LANGUAGE } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { userRule } from '@checkwell/domain/people/rules';
import * as z from 'zod/mini';
import { StartupError } from './config/startup-error.ts';
import { loadConfig } from './config.ts';
import { readOptions, runProgram } from './platform/program.ts';
import { withServices } from './with-services.ts';

const plannerRule = z.pick(userRule, { email: true, firstName: true, lastName: true });

/**
 * `npm run planner -- --email e --first-name f --last-name l`: creates the account of a planner and prints the link for choosing a
 * password. An installation without the demo needs it for the first planner, because nobody can sign up as one.
 */
await runProgram(async () => {
  const values = readOptions(['email', 'first-name', 'last-name'], 'npm run planner -- --email a@b.be --first-name An --last-name Peeters');
  const parsed = plannerRule.safeParse({ email: values.email, firstName: values['first-name'], lastName: values['last-name'] });
  if (!parsed.success) throw new StartupError('Give --email, --first-name and --last-name of the planner.');
  const config = loadConfig();
  await withServices(config, async (services) => {
    try {
      const { profileId } = await services.identity.createAccount({
        ...parsed.data,
        phoneNumber: '',
        language: DEFAULT_LANGUAGE,
        kind: 'planner',
        companyId: null,
        doctorId: null,
        password: null,
      });
      const link = new URL(await services.identity.invitationPath(profileId), config.publicUrl);
      process.stdout.write(`${parsed.data.email} is a planner now. A password is chosen at:\n${link.href}\n`);
    } catch (error) {
      if (error instanceof AppError && error.code === 'user.duplicateEmail')
        throw new StartupError(`${parsed.data.email} has an account already; "Forgot password" on the sign-in page sends a link.`);
      throw error;
    }
  });
});
