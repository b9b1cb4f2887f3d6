/** A step of the drill, in the order of the page. */
export interface Step {
  /** `sh`: run in a shell; `sql`: run as the superuser of PostgreSQL; `note`: done by the drill itself. */
  readonly kind: 'sh' | 'sql' | 'note';
  readonly text: string;
  /** The line of the page, for messages. */
  readonly line: number;
}

const PIECE = /^```(sh|sql) drill\n([\s\S]*?)^```$|^<!-- drill: (.+?) -->$/gm;

/** The steps of a page: blocks marked as runnable (```` ```sh drill ````), and notes to the drill (`<!-- drill: destroy -->`). */
export function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(PIECE)].map(({ 1: language, 2: block, 3: note, index }) => ({
    kind: language === 'sh' || language === 'sql' ? language : 'note',
    text: note ?? block ?? '',
    line: page.slice(0, index).split('\n').length,
  }));
}

/** Commands of shell blocks that the drill does not run, with the text before them. */
export function notRun(page: string): readonly { readonly text: string; readonly before: string }[] {
  return [...page.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(({ 2: text = '', index }) => ({
    text,
    before: page.slice(Math.max(0, index - 600), index),
  }));
}
