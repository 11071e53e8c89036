import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { overLimit } from '../../../shared/form/limit';
import { linkAddress } from '../../../shared/form/richText';
import { formRules } from '../../../shared/form/schema';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import css from './form.module.css';
import { limits } from './rules';

type Values = { link: string };
type Props = {
  value: string | null;
  draft: string;
  onSave: (link: string) => void;
  close: () => void;
};

const webAddress = (typed: string) => {
  const address = linkAddress(typed);
  return address && /^https?:/.test(address) ? address : null;
};

/** Adds an item to the railway bonus programme. */
export function RzdDialog({ value, draft, onSave, close }: Props) {
  const form = useAppForm({
    schema: formRules<Values>(({ link }) => ({
      link: overLimit(link, limits.link) ?? (webAddress(link) ? undefined : t.rzd.linkWrong),
    })),
    initial: { link: value ?? '' },
    save: async ({ link }: Values) => webAddress(link) ?? '',
    saved: (link) => {
      onSave(link);
      close();
    },
    draft,
  });
  return (
    <Dialog onClose={close} title={t.rzd.title}>
      <AppForm form={form} label={t.rzd.title}>
        <p className={css.hint}>{t.rzd.text}</p>
        <TextField
          {...form.field('link')}
          label={t.rzd.link}
          placeholder={t.rzd.linkPlaceholder}
          limit={limits.link}
          inputMode="url"
          required
          autoFocus
        />
        <DialogButtons />
      </AppForm>
    </Dialog>
  );
}
