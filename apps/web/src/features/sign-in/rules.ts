/** What only a form that is being filled in needs (`loadRules`). */
export { identifyRule, signInRule } from '@checkwell/domain/identity/sign-in';
export { readForm } from '../../lib/plain-form.ts';
