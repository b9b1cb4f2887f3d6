/** A reason not to start that the person at the terminal can fix: one sentence, shown without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
