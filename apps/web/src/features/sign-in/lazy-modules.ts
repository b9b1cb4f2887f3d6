/** The rules of both steps. With their library they are as large as the page, so they load at the first key press. */
export const loadRules = () => import('./account/rules.ts');

/** The screen that asks for the password. */
export const loadPasswordStep = () => import('./PasswordStep.tsx');

/** The screen that asks for the second step, for accounts that have one. */
export const loadSecondStep = () => import('./SecondStep.tsx');

/** The WebAuthn calls: loaded when somebody uses a passkey. */
export const loadPasskeyCalls = () => import('./passkey.calls.ts');

/** Loads the rules and the password step while the address is being typed. A failure is reported when they are needed. */
export function warmUp(): void {
  void Promise.all([loadRules(), loadPasswordStep()]).catch(() => undefined);
}
