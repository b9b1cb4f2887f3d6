import { scaleLinear, scalePoint } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { Point, Series } from './chart-types.ts';

interface LineProps {
  label: string;
  /** One value each, 0 to 1; null when there is no value. */
  points: readonly (Omit<Point, 'values'> & { readonly share: number | null })[];
  series: Series;
  format: (share: number) => string;
  height?: number;
}

const EDGE = { top: 12, right: 14, bottom: 22 };
/** Room that a label on the axis needs. */
const LABEL = 40;

/** A share over time. Where it is unknown the line has a gap. */
export function Line({ label, points, series, format, height = 220 }: LineProps) {
  const t = useTranslations('dashboard');
  const known = points.flatMap(({ share }) => (share === null ? [] : [share]));
  // The axis begins at a round value below the smallest share, so that changes are visible, and ends at 100 % at most.
  const bottom = Math.max(0, Math.floor(Math.min(1, ...known) * 10 - 0.5) / 10);
  const y = scaleLinear()
    .domain([bottom, 1])
    .range([height - EDGE.bottom, EDGE.top]);
  const ticks = y.ticks(4);
  const left = 12 + 6.2 * Math.max(...ticks.map((tick) => format(tick).length));
  const scale = (width: number) =>
    scalePoint<number>()
      .domain(points.map((_, index) => index))
      .range([left + 10, width - EDGE.right]);

  const backdrop = (width: number) => {
    const x = scale(width);
    const at = (index: number) => x(index) ?? 0;
    const every = Math.ceil(LABEL / Math.max(1, x.step()));
    const shares = points.map(({ share }, index) => ({ share, index }));
    const curve = line<(typeof shares)[number]>()
      .defined(({ share }) => share !== null)
      .x(({ index }) => at(index))
      .y(({ share }) => y(share ?? 0))
      .curve(curveMonotoneX);
    const ground = area<(typeof shares)[number]>()
      .defined(({ share }) => share !== null)
      .x(({ index }) => at(index))
      .y0(y(bottom))
      .y1(({ share }) => y(share ?? 0))
      .curve(curveMonotoneX);
    return (
      <>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width - 2} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={left - 6} y={y(tick)} dy="0.32em" textAnchor="end" className="fill-muted text-[11px] tabular-nums">
              {format(tick)}
            </text>
          </g>
        ))}
        {/* Only an axis that begins at zero has a filled area. */}
        {bottom === 0 && <path d={ground(shares) ?? ''} style={{ fill: `var(${series.color})` }} opacity={0.12} />}
        <path d={curve(shares) ?? ''} fill="none" style={{ stroke: `var(${series.color})` }} strokeWidth={2} strokeLinejoin="round" />
        {points.map(
          ({ key, shortLabel }, index) =>
            (points.length - 1 - index) % every === 0 && (
              <text key={key} x={at(index)} y={height - 6} textAnchor="middle" className="fill-muted text-[11px]">
                {shortLabel}
              </text>
            ),
        )}
      </>
    );
  };

  return (
    <>
      <ChartFrame
        label={label}
        points={points.map(({ share, ...point }) => ({ ...point, values: [share ?? 0] }))}
        series={[series]}
        height={height}
        format={(value) => format(value)}
        backdrop={backdrop}
        draw={(index, width, looked) => {
          const x = scale(width);
          const share = points[index]?.share ?? null;
          return (
            <>
              <rect
                x={(x(index) ?? 0) - x.step() / 2}
                y={EDGE.top}
                width={Math.max(x.step(), 1)}
                height={height - EDGE.bottom - EDGE.top}
                className="fill-transparent"
              />
              {share !== null && (
                <circle
                  cx={x(index)}
                  cy={y(share)}
                  r={looked ? 5 : 3}
                  style={{ fill: `var(${series.color})` }}
                  className={looked ? 'stroke-ring' : 'stroke-surface'}
                  strokeWidth={looked ? 2 : 1.5}
                />
              )}
            </>
          );
        }}
        spotOf={(index, width) => ({ x: scale(width)(index) ?? 0, y: y(points[index]?.share ?? bottom) })}
      />
      {/* Says that the axis does not begin at zero, because small changes look large then. */}
      {bottom > 0 && <p className="mt-1 text-2xs text-muted">{t('chart.axisFrom', { share: format(bottom) })}</p>}
    </>
  );
}
