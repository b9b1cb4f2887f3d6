import { Icon } from '../content/Icon.tsx';

/** The mark after the text of a link that opens a new tab. The character before it prevents a line break. */
export function NewTabMark() {
  return (
    <span className="whitespace-nowrap">
      {'\uFEFF'}
      <Icon name="external" size={11} className="ml-1 inline-block align-[-1px]" />
    </span>
  );
}
