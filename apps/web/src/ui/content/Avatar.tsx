import { cx } from './cx.ts';

const TONES = [
  'bg-brand-soft text-brand-fg',
  'bg-success-soft text-success-fg',
  'bg-warning-soft text-warning-fg',
  'bg-info-soft text-info-fg',
  'bg-neutral-soft text-neutral-fg',
] as const;

/** First letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
}

/** Initials on a colour that stays the same for the same name; decoration beside the name itself. */
export function Avatar({ name, size = 28, className }: { name: string; size?: number; className?: string }) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span
      aria-hidden="true"
      className={cx('inline-grid shrink-0 place-items-center rounded-full font-medium select-none', TONES[sum % TONES.length], className)}
      style={{ width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.38)) }}
    >
      {initialsOf(name)}
    </span>
  );
}
