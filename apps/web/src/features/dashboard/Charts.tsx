import { scaleBand, scaleLinear } from 'd3-scale';

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly shortLabel: string;
  readonly value: number;
}

/** Drawn twice, so that letters and columns keep their size on a phone. */
const SIZES = {
  wide: { width: 720, height: 340, labels: 12, className: 'max-sm:hidden' },
  narrow: { width: 340, height: 200, labels: 6, className: 'sm:hidden' },
} as const;
const MARGIN = { top: 16, right: 4, bottom: 24, left: 36 };

interface ColumnsProps {
  /** Names the chart and its table. */
  title: string;
  labelHeader: string;
  valueHeader: string;
  bars: readonly Bar[];
  format: (value: number) => string;
}

/** Columns over time. The same numbers stand in a table for screen readers, so the drawing is decoration to them. */
export function ColumnChart({ title, labelHeader, valueHeader, bars, format }: ColumnsProps) {
  return (
    <figure className="m-0">
      <Columns bars={bars} format={format} size="wide" />
      <Columns bars={bars} format={format} size="narrow" />
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHeader}</th>
            <th scope="col">{valueHeader}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key}>
              <th scope="row">{bar.label}</th>
              <td>{format(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Columns({ bars, format, size }: Pick<ColumnsProps, 'bars' | 'format'> & { size: keyof typeof SIZES }) {
  const { width, height, labels, className } = SIZES[size];
  const x = scaleBand<string>()
    .domain(bars.map(({ key }) => key))
    .range([MARGIN.left, width - MARGIN.right])
    .padding(0.25);
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const y = scaleLinear()
    .domain([0, highest])
    .nice(4)
    .range([height - MARGIN.bottom, MARGIN.top]);
  const every = Math.ceil(bars.length / labels);
  const ticks = y.ticks(4).filter(Number.isInteger);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={`h-auto w-full ${className}`} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={MARGIN.left - 6} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-[11px]">
            {format(tick)}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <g key={bar.key}>
          <rect x={x(bar.key)} y={y(bar.value)} width={x.bandwidth()} height={y(0) - y(bar.value)} rx={2} className="fill-brand-fg">
            <title>{`${bar.label}: ${format(bar.value)}`}</title>
          </rect>
          {index % every === 0 && (
            <text x={(x(bar.key) ?? 0) + x.bandwidth() / 2} y={height - 8} textAnchor="middle" className="fill-muted text-[11px]">
              {bar.shortLabel}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

interface Share {
  readonly key: string;
  readonly label: string;
  readonly value: number;
}

/** Parts of a whole as bars with their numbers: readable without colours. */
export function ShareList({
  label,
  shares,
  format,
  percent,
}: {
  label: string;
  shares: readonly Share[];
  format: (value: number) => string;
  percent: (share: number) => string;
}) {
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5">
      {shares.map(({ key, label: name, value }) => {
        const share = total === 0 ? 0 : value / total;
        return (
          <li key={key} className="flex flex-col gap-1">
            <span className="flex items-baseline justify-between gap-3 text-xs">
              <span className="min-w-0 text-fg">{name}</span>
              <span className="shrink-0 text-muted tabular-nums">
                {format(value)}
                {total > 0 && ` · ${percent(share)}`}
              </span>
            </span>
            <span className="h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
              <span className="block h-full rounded-full bg-brand-fg" style={{ width: `${share * 100}%` }} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
