import type { MouseEvent } from 'react';
import { type AppLinkProps, useNavigation } from './navigation.ts';

/**
 * The AppLink before the router is loaded, for plain addresses: it changes the address, and the page follows.
 * @throws for a target with parameters, or anything else that only the router understands
 */
export function PlainLink({ to, state, params, search, marks, resetScroll, ...rest }: AppLinkProps) {
  const { history, prepare } = useNavigation();
  const more = [params, search, marks, resetScroll].some((part) => part !== undefined);
  if (more) throw new Error(`Without the router a link to ${to} has an address and a state, nothing more.`);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    // The browser handles clicks that open a tab or a window, or download.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(to, state);
  };
  return <a {...rest} href={to} onPointerEnter={prepare} onFocus={prepare} onClick={handleClick} />;
}
