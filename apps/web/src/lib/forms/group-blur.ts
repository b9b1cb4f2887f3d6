import { type FocusEvent, useRef } from 'react';

/**
 * For the element around the choices of one field: `onBlur` when the focus leaves all of them. Pressing another choice does not leave them:
 * an error that came between press and release would move that choice from under the pointer, and nothing would be chosen.
 */
export function useGroupBlur(onBlur: (() => void) | undefined) {
  const pressed = useRef(false);
  return {
    onPointerDown: () => {
      pressed.current = true;
    },
    onFocus: () => {
      pressed.current = false;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!pressed.current && !currentTarget.contains(relatedTarget)) onBlur?.();
    },
  };
}
