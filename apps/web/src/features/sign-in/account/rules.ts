/** What only a form that is being filled in needs (`loadRules`). */
export { codeRule } from '@checkwell/domain/identity/second-step';
export { identifyRule, linkRule, signInRule } from '@checkwell/domain/identity/sign-in';
export { readForm } from '../../../lib/forms/plain-form.ts';
