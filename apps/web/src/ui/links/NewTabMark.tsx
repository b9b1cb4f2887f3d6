import { Icon } from '../content/Icon.tsx';

/** Behind the words of a link that opens a tab of its own. It is never alone on a line: the character before it holds it to the last word. */
export function NewTabMark() {
  return (
    <span className="whitespace-nowrap">
      {'\uFEFF'}
      <Icon name="external" size={11} className="ml-1 inline-block align-[-1px]" />
    </span>
  );
}
