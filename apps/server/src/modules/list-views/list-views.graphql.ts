import { LIST_VIEWS } from '@checkwell/domain/constants';
import { LIST_NAMES } from '@checkwell/domain/lists/lists';
import { builder, rows } from '../../graphql/builder.ts';
import type { ListView } from './list-views.service.ts';

const ListNameType = builder.enumType('ListName', { values: LIST_NAMES });

const ListViewType = builder.objectRef<ListView>('ListView').implement({
  description: 'Filters, order and hidden columns of a list, which the caller saved under a name.',
  fields: (t) => ({
    id: t.exposeID('id'),
    list: t.expose('list', { type: ListNameType }),
    name: t.exposeString('name'),
    shown: t.string({
      description:
        'Filters, order and hidden columns as in the address of the list, an object in JSON. Filters that no longer exist are left out.',
      resolve: ({ shown }) => JSON.stringify(shown),
    }),
    incomplete: t.exposeBoolean('incomplete', { description: 'Whether a filter that was saved does not exist any more.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'The list opens with it.' }),
  }),
});

const CreateListViewInput = builder.inputType('CreateListViewInput', {
  fields: (t) => ({
    list: t.field({ type: ListNameType, required: true }),
    name: t.string({ required: true }),
    shown: t.string({ required: true, description: 'An object in JSON.' }),
    isDefault: t.boolean({ required: true }),
  }),
});

const UpdateListViewInput = builder.inputType('UpdateListViewInput', {
  description: 'Fields that are left out stay as they are.',
  fields: (t) => ({
    name: t.string(),
    shown: t.string({ description: 'An object in JSON.' }),
    isDefault: t.boolean(),
  }),
});

/** Whose data the list shows. */
const COMPANY = { description: "Whose data the list shows; none for the provider's people." } as const;

builder.queryField('listViews', (t) =>
  t.field({
    type: [ListViewType],
    extensions: rows(LIST_VIEWS.max),
    description: 'Views of a list that the caller saved, by name.',
    args: { list: t.arg({ type: ListNameType, required: true }), companyId: t.arg.id(COMPANY) },
    resolve: async (_, { list, companyId }, { actor, services }) => [...(await services.listViews.list(actor, companyId ?? null, list))],
  }),
);

builder.mutationFields((t) => ({
  createListView: t.field({
    type: ListViewType,
    args: { companyId: t.arg.id(COMPANY), input: t.arg({ type: CreateListViewInput, required: true }) },
    resolve: (_, { companyId, input }, { actor, services }) => services.listViews.create(actor, companyId ?? null, { ...input }),
  }),
  updateListView: t.field({
    type: ListViewType,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateListViewInput, required: true }) },
    resolve: (_, { id, input }, { actor, services }) => services.listViews.update(actor, id, { ...input }),
  }),
  deleteListView: t.field({
    type: 'ID',
    description: 'Answers with the id of what is gone.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { actor, services }) => {
      await services.listViews.remove(actor, id);
      return id;
    },
  }),
}));
