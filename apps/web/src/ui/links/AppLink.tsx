import { type AppLinkProps, useNavigation } from './navigation.ts';

/** A link to a target that is data; screens that know their target at compile time use TanStack's Link itself. */
export function AppLink(props: AppLinkProps) {
  const { Link } = useNavigation();
  return <Link {...props} />;
}
