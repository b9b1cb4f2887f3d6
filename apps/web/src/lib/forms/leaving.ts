/** Asks the user; false: they stay. */
type Ask = () => Promise<boolean>;

const unsaved = new Set<Ask>();

/**
 * Registers a question about unsaved work, which `mayLeave` asks before something other than the address replaces the page.
 * @returns a function that removes it
 */
export function guardWork(ask: Ask): () => void {
  unsaved.add(ask);
  return () => unsaved.delete(ask);
}

/** Whether the screen may be replaced: nothing is unsaved, or the user agreed. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of unsaved) if (!(await ask())) return false;
  return true;
}
