/** What is between angle brackets: HTML has no other way to an element, an attribute or an address. */
const tagsOf = (html: string): readonly string[] =>
  html
    .split('<')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('>') + 1 || undefined));

/** The tags that the same page or mail without hostile text does not have. */
export function tagsBeyond(harmless: string, html: string): readonly string[] {
  const known = new Set(tagsOf(harmless));
  return tagsOf(html).filter((tag) => !known.has(tag));
}

const ENTITIES = Object.entries({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' });
/** What a reader sees, without spaces. */
export const textOf = (html: string): string =>
  ENTITIES.reduce((text, [entity, character]) => text.replaceAll(entity, character), html.replaceAll(/<[^>]*>/g, '')).replaceAll(/\s/g, '');
