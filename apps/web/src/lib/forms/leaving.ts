/** Asks the user; false: they stay. */
type Ask = () => Promise<boolean>;

const unsaved = new Set<Ask>();

/**
 * Has a page with unsaved work asked before something other than its address takes it from the screen (`mayLeave`).
 * @returns ends that
 */
export function guardWork(ask: Ask): () => void {
  unsaved.add(ask);
  return () => unsaved.delete(ask);
}

/** Whether what is on the screen may go: nothing is unsaved, or the person said yes. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of unsaved) if (!(await ask())) return false;
  return true;
}
