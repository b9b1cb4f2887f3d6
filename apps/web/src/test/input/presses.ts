/**
 * Counts what the hand does: presses of a pointer and keys, as they reach the page from now on. Typing is counted apart, because how much
 * somebody types of a name is theirs.
 */
export function countPresses(): { readonly presses: () => number; readonly keys: () => number; readonly stop: () => void } {
  let [presses, keys] = [0, 0];
  const press = (): void => {
    presses += 1;
  };
  const key = (): void => {
    keys += 1;
  };
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('keydown', key, true);
  return {
    presses: () => presses,
    keys: () => keys,
    stop: () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('keydown', key, true);
    },
  };
}
