import { jsonObject } from '@checkwell/domain/lists/json-object';
import type { ListName, ViewSearch } from '@checkwell/domain/lists/lists';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { gqlQuery, prefetch } from '../api/query.ts';
import { loadTranslations } from '../i18n/translations.ts';
import { session } from '../session/session.ts';
import { chosenCompany, viewerQuery } from '../session/viewer.ts';
import { type ListViewFieldsFragment, ListViewsDocument } from './list-views.gql.ts';

/** A view that the person saved of a list. */
export interface SavedView extends Omit<ListViewFieldsFragment, 'shown'> {
  readonly shown: ViewSearch;
}

const viewsIn = (found: readonly ListViewFieldsFragment[]): readonly SavedView[] =>
  found.map((view) => ({ ...view, shown: jsonObject(view.shown) ?? {} }));

/** The person's views of a list. @param companyId whose data it shows */
export const listViewsQuery = (list: ListName, companyId: string | undefined) =>
  gqlQuery({
    document: ListViewsDocument,
    variables: { list, companyId: companyId ?? null },
    select: ({ listViews }) => viewsIn(listViews),
    topics: ['listView'],
  });

/** An address that shows what the view does; one that asks for nothing would open the default. */
export const searchOf = (shown: ViewSearch): ViewSearch => (Object.keys(shown).length > 0 ? shown : { all: true });

interface Opening {
  readonly context: { readonly queryClient: QueryClient };
  readonly location: { readonly pathname: string; readonly searchStr: string };
  readonly cause: 'preload' | 'enter' | 'stay';
}

/**
 * The loader of every list with views: loads the views, and redirects an address without parameters to the default view. A list is shown
 * without its views when they do not load.
 */
export async function openList(list: ListName, { context: { queryClient: client }, location, cause }: Opening): Promise<void> {
  const translations = loadTranslations('lists');
  if (cause === 'stay') return translations;
  const { viewer } = await client.ensureQueryData(viewerQuery);
  const query = listViewsQuery(list, chosenCompany(viewer, session.companyId())?.id);
  await Promise.all([prefetch(client, query, cause), translations]);
  if (location.searchStr !== '') return;
  const preferred = viewsIn(client.getQueryData(query.queryKey)?.listViews ?? []).find(({ isDefault }) => isDefault);
  // The rule of the list reads this search; no type knows which list it is.
  if (preferred) redirect({ to: location.pathname, search: searchOf(preferred.shown) as never, replace: true, throw: true });
}
