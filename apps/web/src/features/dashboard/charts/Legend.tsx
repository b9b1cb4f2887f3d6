import type { Series } from './chart-types.ts';

/** A small square in the colour of a series, hatched as its columns are. */
export function Swatch({ series: { color, hatched } }: { series: Series }) {
  const hatch = 'repeating-linear-gradient(135deg, var(--chart-hatch) 0 1.5px, transparent 1.5px 4px)';
  return (
    <span
      aria-hidden="true"
      // Without this, forced colours would remove the hatching; charts.css then takes its colours from the system.
      className="size-2.5 shrink-0 rounded-[3px] forced-color-adjust-none"
      style={{ backgroundColor: `var(${color})`, ...(hatched && { backgroundImage: hatch }) }}
    />
  );
}

export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-2xs text-muted">
      {series.map((one) => (
        <li key={one.key} className="flex items-center gap-1.5">
          <Swatch series={one} />
          {one.label}
        </li>
      ))}
    </ul>
  );
}

/** Lines over the colour, as SVG paints it: `fill="url(#…)"`. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="2" height="5" style={{ fill: 'var(--chart-hatch)' }} />
    </pattern>
  );
}
