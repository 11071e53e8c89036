import { Checkbox } from '@mantine/core';
import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { MomentField } from '../../../shared/form/MomentField';
import { formRules } from '../../../shared/form/schema';
import { TextAreaField } from '../../../shared/form/TextAreaField';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import css from './form.module.css';
import { eventRules, limits, today } from './rules';
import type { EventValue } from './values';

const none: EventValue = {
  title: '',
  description: '',
  date: '',
  endDate: '',
  endRegistration: '',
  placesCount: '',
  address: '',
  isView: false,
};

type Props = {
  value: EventValue | null;
  draft: string;
  onSave: (value: EventValue) => void;
  close: () => void;
};

/** Edits an event. */
export function EventDialog({ value, draft, onSave, close }: Props) {
  const form = useAppForm({
    schema: formRules<EventValue>((values) => eventRules(values, Date.now())),
    initial: value ?? none,
    save: async (values: EventValue) => values,
    saved: (values) => {
      onSave(values);
      close();
    },
    draft,
  });
  const { field } = form;
  const places = field('placesCount');
  const isView = field('isView');
  const minDate = today(Date.now());
  return (
    <Dialog onClose={close} title={t.event.title} size="medium">
      <AppForm form={form} label={t.event.title}>
        <TextField
          {...field('title')}
          label={t.event.name}
          limit={limits.eventTitle}
          required
          autoFocus
        />
        <TextAreaField
          grows
          {...field('description')}
          label={t.event.description}
          limit={limits.description}
          rows={3}
        />
        <div className={css.halves}>
          <MomentField {...field('date')} label={t.event.begin} minDate={minDate} required />
          <MomentField {...field('endDate')} label={t.event.end} minDate={minDate} />
          <MomentField
            {...field('endRegistration')}
            label={t.event.registration}
            description={t.event.registrationHint}
            minDate={minDate}
          />
          <TextField
            {...places}
            onChange={(text) => places.onChange(text.replace(/\D/g, ''))}
            label={t.event.places}
            description={t.event.placesHint}
            inputMode="numeric"
          />
        </div>
        <TextField {...field('address')} label={t.event.address} limit={limits.address} />
        <Checkbox
          label={t.event.isView}
          checked={isView.value}
          onChange={(event) => isView.onChange(event.currentTarget.checked)}
        />
        <DialogButtons />
      </AppForm>
    </Dialog>
  );
}
