import { scaleBand, scaleLinear } from 'd3-scale';
import { useId } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import type { Point, Series } from './chart-types.ts';
import { HatchPattern, Legend } from './Legend.tsx';

interface ColumnsProps {
  label: string;
  points: readonly Point[];
  series: readonly Series[];
  format: (value: number) => string;
  height?: number;
  /** Writes the sum above each column: for a few of them. */
  sums?: boolean;
}

const EDGE = { top: 18, right: 2, bottom: 22 };
/** Width of a letter on the axis, and the room between two labels. */
const LETTER = 6.2;
const BETWEEN = 8;
const WIDEST = 56;

/** Columns, stacked when there are several series; the first lies at the bottom. */
export function Columns({ label, points, series, format, height = 220, sums = false }: ColumnsProps) {
  const hatch = useId();
  const totals = points.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const y = scaleLinear()
    .domain([0, Math.max(1, ...totals)])
    .nice(4)
    .range([height - EDGE.bottom, EDGE.top]);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const left = 12 + LETTER * Math.max(...ticks.map((tick) => format(tick).length));
  const room = BETWEEN + LETTER * Math.max(0, ...points.map(({ shortLabel }) => shortLabel.length));
  const scale = (width: number) =>
    scaleBand<number>()
      .domain(points.map((_, index) => index))
      .range([left, width - EDGE.right])
      .paddingInner(0.22)
      .paddingOuter(0.12);

  const backdrop = (width: number) => {
    const x = scale(width);
    const every = Math.ceil(room / Math.max(1, x.step()));
    return (
      <>
        <defs>
          <HatchPattern id={hatch} />
        </defs>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width - EDGE.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={left - 6} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-[11px] tabular-nums">
              {format(tick)}
            </text>
          </g>
        ))}
        {points.map(
          ({ key, shortLabel }, index) =>
            // Counted from the end: the newest month has its name.
            (points.length - 1 - index) % every === 0 && (
              <text key={key} x={(x(index) ?? 0) + x.bandwidth() / 2} y={height - 6} textAnchor="middle" className="fill-muted text-[11px]">
                {shortLabel}
              </text>
            ),
        )}
      </>
    );
  };

  const draw = (index: number, width: number, looked: boolean) => {
    const x = scale(width);
    const column = Math.min(WIDEST, x.bandwidth());
    const start = (x(index) ?? 0) + (x.bandwidth() - column) / 2;
    let below = 0;
    return (
      <>
        <rect
          x={(x(index) ?? 0) - (x.step() - x.bandwidth()) / 2}
          y={EDGE.top}
          width={x.step()}
          height={height - EDGE.bottom - EDGE.top}
          rx={4}
          className={looked ? 'fill-hover' : 'fill-transparent'}
        />
        {series.map(({ key, color, hatched }, part) => {
          const value = points[index]?.values[part] ?? 0;
          const [bottom, top] = [y(below), y(below + value)];
          below += value;
          // A thin gap between the parts.
          const shape = { x: start, y: top, width: column, height: Math.max(0, bottom - top - (part > 0 && value > 0 ? 1 : 0)), rx: 1.5 };
          return (
            <g key={key}>
              <rect {...shape} style={{ fill: `var(${color})` }} />
              {hatched && <rect {...shape} fill={`url(#${hatch})`} />}
            </g>
          );
        })}
        {sums && (
          <text x={start + column / 2} y={y(totals[index] ?? 0) - 5} textAnchor="middle" className="fill-fg text-[11px] tabular-nums">
            {format(totals[index] ?? 0)}
          </text>
        )}
        {looked && (
          <rect
            x={start - 3}
            y={y(totals[index] ?? 0) - 3}
            width={column + 6}
            height={y(0) - y(totals[index] ?? 0) + 6}
            rx={4}
            fill="none"
            className="stroke-ring"
            strokeWidth={1.5}
          />
        )}
      </>
    );
  };

  return (
    <div className="flex flex-col gap-3">
      {series.length > 1 && <Legend series={series} />}
      <ChartFrame
        label={label}
        points={points}
        series={series}
        height={height}
        format={format}
        backdrop={backdrop}
        draw={draw}
        spotOf={(index, width) => {
          const x = scale(width);
          return { x: (x(index) ?? 0) + x.bandwidth() / 2, y: y(totals[index] ?? 0) };
        }}
      />
    </div>
  );
}
