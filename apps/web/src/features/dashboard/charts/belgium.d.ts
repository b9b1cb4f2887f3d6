declare module 'virtual:belgium' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  /** The provinces, from `build/map.ts`. */
  const belgium: Topology<{ bel: GeometryCollection<{ name: string }> }>;
  export default belgium;
}
