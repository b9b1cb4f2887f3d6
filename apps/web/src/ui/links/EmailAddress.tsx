/** Breaks before the domain where there is no room for the whole, and inside either only where that has none itself; the pointer shows what a table cuts off. */
export function EmailAddress({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span title={email} className="wrap-anywhere whitespace-normal">
      {email.slice(0, at)}
      <span className="inline-block max-w-full">{email.slice(at)}</span>
    </span>
  );
}
