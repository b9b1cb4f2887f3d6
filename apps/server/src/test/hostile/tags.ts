/** The text between angle brackets: without them, HTML has no elements, attributes or addresses. */
const tagsOf = (html: string): readonly string[] =>
  html
    .split('<')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('>') + 1 || undefined));

/** The tags that are missing in the same page or mail without hostile text. */
export function tagsBeyond(harmless: string, html: string): readonly string[] {
  const known = new Set(tagsOf(harmless));
  return tagsOf(html).filter((tag) => !known.has(tag));
}

const ENTITIES = Object.entries({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' });
/** The visible text, without spaces. */
export const textOf = (html: string): string =>
  ENTITIES.reduce((text, [entity, character]) => text.replaceAll(entity, character), html.replaceAll(/<[^>]*>/g, '')).replaceAll(/\s/g, '');
