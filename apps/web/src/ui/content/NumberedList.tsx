/** A numbered list of steps. */
export function NumberedList({ items, className }: { readonly items: readonly string[]; readonly className?: string }) {
  return (
    <ol className={`flex flex-col gap-2.5 ${className ?? ''}`}>
      {items.map((text, index) => (
        <li key={text} className="flex gap-2.5 text-xs">
          <span className="grid size-5 shrink-0 place-items-center rounded-full bg-brand-soft text-2xs font-semibold text-brand-fg tabular-nums">
            {index + 1}
          </span>
          <span className="pt-0.5">{text}</span>
        </li>
      ))}
    </ol>
  );
}
