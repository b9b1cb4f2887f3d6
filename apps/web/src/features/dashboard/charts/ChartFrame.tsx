import { type ReactNode, useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { AppLink } from '../../../ui/links/AppLink.tsx';
import type { Point, Series } from './chart-types.ts';
import { Swatch } from './Legend.tsx';
import { useRoving } from './use-roving.ts';
import { useWidth } from './use-width.ts';

/** Where a point's values are shown when it is selected. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

interface ChartFrameProps {
  label: string;
  points: readonly Point[];
  series: readonly Series[];
  height: number;
  format: (value: number) => string;
  /** Draws what lies behind the points. */
  backdrop: (width: number) => ReactNode;
  /** Draws one point, with room for a finger or a mouse. */
  draw: (index: number, width: number, looked: boolean) => ReactNode;
  spotOf: (index: number, width: number) => Spot;
}

/**
 * The base of all charts: text keeps its size at any width, arrow keys reach every point, and a point shows its values and opens the
 * checks behind it.
 */
export function ChartFrame({ label, points, series, height, format, backdrop, draw, spotOf }: ChartFrameProps) {
  const t = useTranslations('dashboard');
  const { ref, width } = useWidth<HTMLDivElement>(640);
  const [looked, setLooked] = useState<number>();
  const { onKeyDown, pointProps, setActive } = useRoving(points.length);
  const point = looked === undefined ? undefined : points[looked];
  return (
    <div ref={ref} className="relative" onPointerLeave={() => setLooked(undefined)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="block h-auto w-full overflow-visible"
        role="group"
        aria-label={`${label}. ${t('chart.keys')}`}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: lines and letters of the axes take no focus. */}
        <g aria-hidden="true">{backdrop(width)}</g>
        {points.map(({ key, label: name, text, link }, index) => {
          const shared = {
            ...pointProps(index),
            'aria-label': `${name}: ${text}`,
            className: 'outline-none',
            onPointerEnter: () => setLooked(index),
            onFocus: () => {
              setLooked(index);
              setActive(index);
            },
            onBlur: () => setLooked(undefined),
          };
          const drawing = draw(index, width, index === looked);
          return link ? (
            <AppLink key={key} {...link} {...shared}>
              {drawing}
            </AppLink>
          ) : (
            // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: this point shows values and has no action.
            <g key={key} role="img" {...shared}>
              {drawing}
            </g>
          );
        })}
      </svg>
      {point !== undefined && looked !== undefined && (
        <Values point={point} series={series} format={format} spot={spotOf(looked, width)} width={width} height={height} />
      )}
    </div>
  );
}

function Values({
  point,
  series,
  format,
  spot: { x, y },
  width,
  height,
}: {
  point: Point;
  series: readonly Series[];
  format: (value: number) => string;
  spot: Spot;
  width: number;
  height: number;
}) {
  const total = point.values.reduce((sum, value) => sum + value, 0);
  const side = x > width / 2 ? 'translate(calc(-100% - 10px), -50%)' : 'translate(10px, -50%)';
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 rounded-md bg-surface px-2.5 py-2 text-2xs whitespace-nowrap text-fg shadow-pop"
      style={{ left: `${(x / width) * 100}%`, top: `${(Math.max(y, 30) / height) * 100}%`, transform: side }}
    >
      <p className="mb-0.5 font-medium first-letter:uppercase">{point.label}</p>
      {series.map((one, index) => (
        <p key={one.key} className="flex items-center gap-1.5 tabular-nums">
          <Swatch series={one} />
          <span className="text-muted">{one.label}</span>
          <span className="ml-auto pl-3 font-medium">{format(point.values[index] ?? 0)}</span>
        </p>
      ))}
      {series.length > 1 && <p className="mt-0.5 border-t border-line pt-0.5 text-right font-medium tabular-nums">{format(total)}</p>}
    </div>
  );
}
