import { setHashCost } from '../../platform/identity/password-hash.ts';
import { testConfig } from '../config.ts';

/** Runs before each file of server tests: hashing passwords at the real cost took half of the time of the identity tests. */
setHashCost('cheap', testConfig());
