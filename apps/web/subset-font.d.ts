declare module 'subset-font' {
  /** Cuts a font to the characters of `text`; the package brings no types of its own. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes?: Record<string, { min: number; max: number }> },
  ): Promise<Uint8Array>;
}
