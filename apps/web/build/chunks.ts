/**
 * Which files travel together. Left alone, the bundler makes a file of everything that two screens share: a list came in 45 files, which
 * compress a fifth less well than three. What a screen needs is known from what imports it, so nothing is listed here but the screens.
 */

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** A screen's own chunk, and its loader's (the router's plugin makes them). */
const SCREEN = /src\/routes\/(.+)\.tsx\?tsr-split=/;
const APPLICATION = /src\/(?:app|routes\/_app)\.tsx(?:\?|$)/;
/** They come before the application, and without it. */
const FIRST_PAGE = /(?:index\.html|src\/(?:main|start|sign-in-page)\.tsx)$/;
const LISTS = ['checks', 'reports', 'certificates', 'employees', 'planning', 'companies'].map((name) => `_app/${name}/index`);
const ORDER = '_app/checks/new';
/** Screens that are neither a list nor a form: they have cards, and share some controls. */
const OTHERS = ['_app/dashboard/index', '_app/missions/index'];
/** Of the kit. */
const PART = /src\/ui\/(?:content|controls|overlays)\//;
const FILES = ['application', 'lists', 'parts', 'rules', 'forms'] as const;
/** About the half of all. */
const MAX_SCREENS = 16;
const MANY_LISTS = 4;

/** Everything that a module is imported by, directly or not, without dynamic imports. */
function reach(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const seen = new Set<string>([id]);
  for (const one of seen) for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  return seen;
}

type SharedFile = (typeof FILES)[number];

/**
 * Whatever a part needs is needed by more screens than the part itself, so it goes into the same file or into an earlier one.
 * @returns the file that a module goes into; undefined where the bundler decides: it belongs to few screens
 */
function sharedFile(id: string, graph: ModuleGraph): SharedFile | undefined {
  if (SCREEN.test(id) || APPLICATION.test(id)) return undefined;
  const importers = [...reach(id, graph)];
  if (importers.some((importer) => FIRST_PAGE.test(importer))) return undefined;
  if (importers.some((importer) => APPLICATION.test(importer))) return 'application';
  const screens = new Set(importers.flatMap((importer) => SCREEN.exec(importer)?.[1] ?? []).filter((name) => name.startsWith('_app/')));
  const isElsewhere = OTHERS.some((name) => screens.has(name));
  if (LISTS.filter((name) => screens.has(name)).length >= MANY_LISTS) return isElsewhere || screens.has(ORDER) ? 'application' : 'lists';
  if (screens.size < MAX_SCREENS || !screens.has(ORDER)) return undefined;
  // A dialog is no reason to load the rules of the forms, which some forms in dialogs need too.
  if (PART.test(id)) return 'parts';
  return isElsewhere ? 'rules' : 'forms';
}

/** A group for each file. */
export const sharedGroups = FILES.map((name, index) => ({
  name: (id: string, graph: ModuleGraph) => (sharedFile(id, graph) === name ? name : null),
  priority: FILES.length - index,
}));
