/** Opens what the buttons of a page open, one after the other, and closes it again. */

/** What a page may take to show what was pressed for. */
const FRAMES = 4;

/** Those that do something else than send a form; of the same button in each row of a list, one. */
function buttons(): readonly HTMLButtonElement[] {
  const all = [...document.querySelectorAll<HTMLButtonElement>('main button[type="button"]')].filter((button) => !button.disabled);
  return all.filter((button, at) => all.findIndex(({ innerHTML }) => innerHTML === button.innerHTML) === at);
}
const dialog = (): HTMLDialogElement | undefined => [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
const items = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="menu"] [role="menuitem"]')];

async function frames(): Promise<void> {
  for (let turn = 0; turn < FRAMES; turn += 1) await new Promise(requestAnimationFrame);
}

/** Presses, has what opened looked at, and closes it. @returns what opened, by its name */
async function opened(press: () => void, look: () => void): Promise<string | undefined> {
  press();
  await frames();
  look();
  const open = dialog();
  const name = open
    ? (open.getAttribute('aria-labelledby') && document.getElementById(open.getAttribute('aria-labelledby') ?? '')?.textContent) ||
      'a dialog'
    : undefined;
  for (let turn = 0; dialog() && turn < 3; turn += 1) {
    dialog()?.dispatchEvent(new Event('cancel', { cancelable: true }));
    await frames();
  }
  return name?.slice(0, 40);
}

/** @param look at the page, whatever is open. @returns the names of the dialogs that opened */
export async function openEach(look: () => void): Promise<readonly string[]> {
  const [names, address] = [new Set<string>(), location.href];
  for (let at = 0; at < buttons().length; at += 1) {
    const button = buttons()[at];
    const name = await opened(() => button?.click(), look);
    if (name) names.add(name);
    const inMenu = items().length;
    for (let item = 0; item < inMenu; item += 1) {
      if (items().length === 0) button?.click();
      await frames();
      const chosen = await opened(() => items()[item]?.click(), look);
      if (chosen) names.add(chosen);
      if (location.pathname !== new URL(address).pathname) return [...names];
    }
    if (location.pathname !== new URL(address).pathname) break;
  }
  return [...names];
}
