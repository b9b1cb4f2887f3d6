import { setHashCost } from '../../platform/identity/password-hash.ts';
import { testConfig } from '../config.ts';

/** Before each file of server tests: hashing passwords at their real cost took half of the time of the identity tests. */
setHashCost('cheap', testConfig());
