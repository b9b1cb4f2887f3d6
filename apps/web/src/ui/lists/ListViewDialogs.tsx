import type { ListName, ViewSearch } from '@checkwell/domain/lists/lists';
import { listViewNameRule } from '@checkwell/domain/lists/rules';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { invalidate, useGqlChange } from '../../lib/api/query.ts';
import { notify } from '../../lib/browser/toast.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { CreateListViewDocument, DeleteListViewDocument, UpdateListViewDocument } from '../../lib/lists/list-views.gql.ts';
import type { SavedView } from '../../lib/lists/list-views.ts';
import { Badge } from '../content/Badge.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { Field } from '../controls/Field.tsx';
import { TextInput } from '../controls/TextInput.tsx';
import { ConfirmDialog, Dialog } from '../overlays/Dialog.tsx';
import { FormDialog } from '../overlays/FormDialog.tsx';
import { Menu, type MenuItem } from '../overlays/Menu.tsx';

/** Loads the views again when another tab has removed one. */
function fetchGone(error: Error): void {
  if (error instanceof ApiError && error.code === 'entity.notFound') void invalidate('listView');
}

interface SaveViewDialogProps {
  readonly list: ListName;
  readonly companyId: string | undefined;
  readonly shown: ViewSearch;
  readonly onClose: () => void;
}

/** Saves what a list shows under a name. */
export function SaveViewDialog({ list, companyId, shown, onClose }: SaveViewDialogProps) {
  const t = useTranslations('lists');
  const [isDefault, setDefault] = useState(false);
  const form = useZodForm(listViewNameRule, { defaultValues: { name: '' } });
  const create = useGqlChange(CreateListViewDocument, {
    topics: ['listView'],
    success: t('done.saved'),
    onSuccess: onClose,
    onError: (error) => !applyServerIssues(form, error),
  });
  return (
    <FormDialog
      title={t('form.saveTitle')}
      submitLabel={t('common:save')}
      busy={create.isPending}
      unsaved={form.formState.isDirty || isDefault}
      onSubmit={form.handleSubmit(({ name }) =>
        create.mutate({ companyId: companyId ?? null, input: { list, name, shown: JSON.stringify(shown), isDefault } }),
      )}
      onClose={onClose}
    >
      <Field label={t('form.name')} required hint={t('form.kept')} error={form.error('name')}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Checkbox label={t('form.opens')} checked={isDefault} onChange={({ currentTarget }) => setDefault(currentTarget.checked)} />
    </FormDialog>
  );
}

function RenameViewDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const t = useTranslations('lists');
  const form = useZodForm(listViewNameRule, { defaultValues: { name: view.name } });
  const update = useGqlChange(UpdateListViewDocument, {
    topics: ['listView'],
    success: t('done.renamed'),
    onSuccess: onClose,
    onError: (error) => {
      fetchGone(error);
      return !applyServerIssues(form, error);
    },
  });
  return (
    <FormDialog
      title={t('form.renameTitle')}
      submitLabel={t('form.rename')}
      busy={update.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit(({ name }) => update.mutate({ id: view.id, input: { name } }))}
      onClose={onClose}
    >
      <Field label={t('form.name')} required error={form.error('name')}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

interface ManageViewsDialogProps {
  readonly views: readonly SavedView[];
  /** What the list shows now. */
  readonly shown: ViewSearch;
  readonly isSame: (view: ViewSearch) => boolean;
  readonly onClose: () => void;
}

/** The person's views of a list: rename, replace, choose the one that opens, delete. */
export function ManageViewsDialog({ views, shown, isSame, onClose }: ManageViewsDialogProps) {
  const t = useTranslations('lists');
  const [open, setOpen] = useState<{ readonly action: 'rename' | 'delete'; readonly view: SavedView } | null>(null);
  const close = () => setOpen(null);
  const update = useGqlChange(UpdateListViewDocument, {
    topics: ['listView'],
    onSuccess: (_, { input }) =>
      notify('success', t(input.isDefault == null ? 'done.replaced' : input.isDefault ? 'done.opens' : 'done.whole')),
    onError: fetchGone,
  });
  const remove = useGqlChange(DeleteListViewDocument, { topics: ['listView'], success: t('done.deleted'), onError: () => false });
  const actionsOf = (view: SavedView): readonly MenuItem[] => [
    { label: t('form.rename'), icon: 'edit', onSelect: () => setOpen({ action: 'rename', view }) },
    {
      label: t('manage.replace'),
      icon: 'refresh',
      disabled: isSame(view.shown) && !view.incomplete,
      onSelect: () => update.mutate({ id: view.id, input: { shown: JSON.stringify(shown) } }),
    },
    {
      label: t(view.isDefault ? 'manage.unsetDefault' : 'manage.setDefault'),
      icon: 'list',
      onSelect: () => update.mutate({ id: view.id, input: { isDefault: !view.isDefault } }),
    },
    { separator: true },
    { label: t('common:delete'), icon: 'trash', danger: true, onSelect: () => setOpen({ action: 'delete', view }) },
  ];
  return (
    <Dialog open onClose={onClose} title={t('views.manage')}>
      {views.length === 0 ? (
        <p className="text-muted">{t('views.empty')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {views.map((view) => (
            <li key={view.id} className="flex min-h-11 items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium break-words">{view.name}</span>
                  {view.isDefault && <Badge tone="brand">{t('views.opens')}</Badge>}
                </span>
                {view.incomplete && <span className="block text-2xs text-warning-fg">{t('views.incomplete')}</span>}
              </span>
              <Menu label={t('manage.actions', { name: view.name })} items={actionsOf(view)} />
            </li>
          ))}
        </ul>
      )}
      {open?.action === 'rename' && <RenameViewDialog view={open.view} onClose={close} />}
      {open?.action === 'delete' && (
        <ConfirmDialog
          open
          danger
          title={t('manage.deleteTitle', { name: open.view.name })}
          confirmLabel={t('common:delete')}
          onConfirm={async () => {
            try {
              await remove.mutateAsync({ id: open.view.id });
            } catch (error) {
              if (error instanceof Error) fetchGone(error);
              throw error;
            }
          }}
          onClose={close}
        >
          {t('manage.deleteText')}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
