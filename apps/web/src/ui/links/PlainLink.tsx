import type { MouseEvent } from 'react';
import { type AppLinkProps, useNavigation } from './navigation.ts';

/**
 * What AppLink is before the router is there, for plain addresses: the address bar moves, and the code that follows it shows the page.
 * @throws for a target with parameters, or anything else that only the router understands
 */
export function PlainLink({ to, state, params, search, marks, resetScroll, ...rest }: AppLinkProps) {
  const { history, prepare } = useNavigation();
  const more = [params, search, marks, resetScroll].some((part) => part !== undefined);
  if (more) throw new Error(`Without the router a link to ${to} has an address and a state, nothing more.`);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    // Another tab, another window, a download: the browser's own business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(to, state);
  };
  return <a {...rest} href={to} onPointerEnter={prepare} onFocus={prepare} onClick={handleClick} />;
}
