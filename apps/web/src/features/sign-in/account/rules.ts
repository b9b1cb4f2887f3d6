/** Rules that are needed once a form is being filled in (`loadRules`). */
export { codeRule } from '@checkwell/domain/identity/second-step';
export { identifyRule, linkRule, signInRule } from '@checkwell/domain/identity/sign-in';
export { readForm } from '../../../lib/forms/plain-form.ts';
