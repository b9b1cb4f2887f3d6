/** Spaces that keep a line together are ordinary ones in the names that the browser gives. */
export const literally = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s`);

/** Exactly this label, but for the mark behind it that says "required" or "optional". */
export const labelled = (label: string): RegExp => new RegExp(String.raw`^${literally(label)}\s*(\*|\(.+\))?$`);

/** A sentence of which a part is not known here, such as a list of names: the part appears as `…`. */
export const sentenceWith = (sentence: string): RegExp => new RegExp(literally(sentence).replaceAll('…', '.+'));
