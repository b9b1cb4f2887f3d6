/** One thing that the drill does with a guide, in the order of its page. */
export interface Step {
  /** `sh`: a shell; `sql`: the superuser of PostgreSQL; `note`: what the drill does itself there. */
  readonly kind: 'sh' | 'sql' | 'note';
  readonly text: string;
  /** Line of the page, for whoever looks for it. */
  readonly line: number;
}

const PIECE = /^```(sh|sql) drill\n([\s\S]*?)^```$|^<!-- drill: (.+?) -->$/gm;

/** Blocks that are marked as runnable (```` ```sh drill ````), and notes to the drill (`<!-- drill: destroy -->`). */
export function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(PIECE)].map(({ 1: language, 2: block, 3: note, index }) => ({
    kind: language === 'sh' || language === 'sql' ? language : 'note',
    text: note ?? block ?? '',
    line: page.slice(0, index).split('\n').length,
  }));
}

/** Commands of shell blocks that no drill runs, with what is before them. */
export function notRun(page: string): readonly { readonly text: string; readonly before: string }[] {
  return [...page.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(({ 2: text = '', index }) => ({
    text,
    before: page.slice(Math.max(0, index - 600), index),
  }));
}
