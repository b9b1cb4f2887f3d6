import belgium from 'virtual:belgium';
import type { Province } from '@checkwell/domain/dashboard/provinces';
import { geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import { ChartFrame } from './ChartFrame.tsx';
import type { Point, Series } from './chart-types.ts';

/** Names of the map → ours. */
const NAMES: Readonly<Record<string, Province>> = {
  Antwerp: 'Antwerp',
  Brussels: 'Brussels',
  'East Flanders': 'EastFlanders',
  'Flemish Brabant': 'FlemishBrabant',
  Hainaut: 'Hainaut',
  Liege: 'Liege',
  Limburg: 'Limburg',
  Luxembourg: 'Luxembourg',
  Namur: 'Namur',
  'Walloon Brabant': 'WalloonBrabant',
  'West Flanders': 'WestFlanders',
};

const shapes = feature(belgium, belgium.objects.bel).features.flatMap((shape) => {
  const province = NAMES[shape.properties.name];
  return province === undefined ? [] : [{ province, shape }];
});
/** The order of the arrow keys: from west to east, and Brussels last, because it is drawn over Flemish Brabant. */
const flat = geoPath();
const ORDER = shapes.toSorted((a, b) => rank(a) - rank(b));
function rank({ province, shape }: (typeof shapes)[number]): number {
  return province === 'Brussels' ? 99 : flat.centroid(shape)[0];
}

/** Places of numbers that cannot be in the middle of their shape: Flemish Brabant surrounds Brussels. */
const NUMBER_AT: Partial<Record<Province, [longitude: number, latitude: number]>> = {
  FlemishBrabant: [4.96, 50.92],
  Hainaut: [3.95, 50.47],
};

interface ProvinceMapProps {
  label: string;
  points: ReadonlyMap<Province, Point>;
  /** The value of a province; null when there is none. */
  amountOf: (province: Province) => number | null;
  /** The value with the full colour; smaller values get a lighter one. */
  max: number;
  format: (value: number) => string;
  series: Series;
}

const HEIGHT = 300;

interface Drawing {
  readonly d: string;
  /** Where the number is. */
  readonly x: number;
  readonly y: number;
}
const drawings = new Map<number, readonly Drawing[]>();

/** The shapes at a width, in `ORDER`; each width is drawn once. */
function drawn(width: number): readonly Drawing[] {
  const known = drawings.get(width);
  if (known) return known;
  const projection = geoMercator().fitExtent(
    [
      [4, 4],
      [width - 4, HEIGHT - 4],
    ],
    { type: 'FeatureCollection', features: shapes.map(({ shape }) => shape) },
  );
  const path = geoPath(projection);
  const made = ORDER.map(({ province, shape }) => {
    const place = NUMBER_AT[province];
    const [x, y] = (place && projection(place)) ?? path.centroid(shape);
    return { d: path(shape) ?? '', x, y };
  });
  drawings.set(width, made);
  return made;
}

const NOTHING: Point = { key: '', label: '', shortLabel: '', values: [0], text: '' };

/** The provinces in shades of one colour, with their numbers. In a chunk of its own: projections and shapes are large. */
export function ProvinceMap({ label, points, amountOf, max, format, series }: ProvinceMapProps) {
  const ordered = ORDER.map(({ province }) => points.get(province) ?? NOTHING);
  return (
    <ChartFrame
      label={label}
      points={ordered}
      series={[series]}
      height={HEIGHT}
      format={format}
      backdrop={() => null}
      draw={(index, width, looked) => {
        const { d, x, y } = drawn(width)[index] ?? { d: '', x: 0, y: 0 };
        const amount = amountOf(ORDER[index]?.province ?? 'Unknown');
        const part = amount === null ? 0 : Math.min(1, amount / max);
        return (
          <>
            <path
              d={d}
              style={{ fill: `color-mix(in oklab, var(${series.color}) ${Math.round(12 + part * 78)}%, var(--surface))` }}
              className={looked ? 'stroke-ring' : 'stroke-surface forced-colors:stroke-fg'}
              strokeWidth={looked ? 2.5 : 1}
            />
            {/* Brussels is smaller than a finger. */}
            <circle cx={x} cy={y} r={12} className="fill-transparent" />
            <text
              x={x}
              y={y}
              dy="0.35em"
              textAnchor="middle"
              className="pointer-events-none fill-fg stroke-surface text-[11px] font-medium tabular-nums"
              strokeWidth={3}
              strokeLinejoin="round"
              paintOrder="stroke"
            >
              {amount === null ? '–' : format(amount)}
            </text>
          </>
        );
      }}
      spotOf={(index, width) => drawn(width)[index] ?? { x: 0, y: 0 }}
    />
  );
}
