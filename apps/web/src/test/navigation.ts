/** What would have taken the page away: the run goes on in it. */
interface Left {
  /** Path, search and hash. */
  readonly to: string;
  readonly kind: 'push' | 'replace' | 'reload' | 'traverse';
}

const left: Left[] = [];
const downloads: { readonly name: string; readonly url: string }[] = [];

/** Keeps the page where it is for as long as it lives, and writes down where it would have gone and which files it would have saved. */
export function watchNavigation(): void {
  navigation.addEventListener('navigate', (event) => {
    if (event.destination.sameDocument) return;
    event.preventDefault();
    const { url } = event.destination;
    if (event.downloadRequest !== null) downloads.push({ name: event.downloadRequest, url });
    else left.push({ to: url.replace(location.origin, ''), kind: event.navigationType });
  });
}

/** Page loads since the last call, such as `/` after signing out. */
export const takePageLoads = (): readonly Left[] => left.splice(0);

/** Files saved since the last call: the name that the browser was told, and an address to fetch them from. */
export const takeDownloads = (): readonly { readonly name: string; readonly url: string }[] => downloads.splice(0);
