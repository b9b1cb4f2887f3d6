/** The rules of both steps: with their library they weigh as much as the page, so they come with the first key. */
export const loadRules = () => import('./account/rules.ts');

/** The second step, as late. */
export const loadPasswordStep = () => import('./PasswordStep.tsx');

/** What follows for an account that has it. */
export const loadSecondStep = () => import('./SecondStep.tsx');

/** The WebAuthn calls: loaded when somebody uses a passkey. */
export const loadPasskeyCalls = () => import('./passkey.calls.ts');

/** Fetches both while the address is being typed; what fails here fails again, and says so, when it is needed. */
export function warmUp(): void {
  void Promise.all([loadRules(), loadPasswordStep()]).catch(() => undefined);
}
