import { Checkbox } from '@mantine/core';
import type { Area } from '../access/access.gen';
import { conflictText } from '../api/areaChange';
import { AppForm } from '../form/AppForm';
import { DialogButtons } from '../form/DialogButtons';
import { TextField } from '../form/TextField';
import { useAppForm } from '../form/useAppForm';
import { notifyDone } from '../notice/notices';
import { Dialog } from '../ui/Dialog';
import { useAddView, useSaveView, type View } from './api';
import { viewSchema } from './rules';
import { t } from './texts';
import css from './views.module.css';

type Props = {
  list: Area;
  /** The list's present query string. */
  query: string;
  /** The view to change; none for a new one. */
  view?: View;
  close: () => void;
};

/** Saves the list's present state as a view, or changes one. */
export function ViewDialog({ list, query, view, close }: Props) {
  const add = useAddView(list);
  const save = useSaveView();
  const form = useAppForm({
    schema: viewSchema,
    initial: { name: view?.name ?? '', isShared: view?.isShared ?? false, replaces: false },
    save: async ({ name, isShared, replaces }, { key }) => {
      const values = { name, isShared, query: view && !replaces ? view.query : query };
      if (view) await save.mutateAsync({ uuidView: view.uuidView, values });
      else await add.mutateAsync({ values, key });
      return name;
    },
    saved: (name) => {
      notifyDone(t.saved(name));
      close();
    },
    errors: conflictText,
    draft: `views/${list}/${view?.uuidView ?? 'add'}`,
  });
  const shared = form.field('isShared');
  const replaces = form.field('replaces');
  const title = view ? t.editing : t.adding;
  return (
    <Dialog title={title} onClose={close} busy={form.saving}>
      <AppForm form={form} label={title}>
        {!view && <p className={css.about}>{t.about}</p>}
        <TextField {...form.field('name')} label={t.name} limit={60} autoFocus required />
        <Checkbox
          label={t.share}
          description={t.shareHint}
          checked={shared.value}
          onChange={(event) => shared.onChange(event.currentTarget.checked)}
        />
        {view && view.query !== query && (
          <Checkbox
            label={t.replace}
            checked={replaces.value}
            onChange={(event) => replaces.onChange(event.currentTarget.checked)}
          />
        )}
        <DialogButtons saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
