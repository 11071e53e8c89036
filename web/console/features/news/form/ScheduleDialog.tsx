import { Checkbox } from '@mantine/core';
import { isoDay } from '../../../../kit/format/day';
import { splitMoment } from '../../../../kit/format/moment';
import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { MomentField } from '../../../shared/form/MomentField';
import { formRules } from '../../../shared/form/schema';
import { useAppForm } from '../../../shared/form/useAppForm';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import { type ScheduleForm, scheduleRules, today } from './rules';
import type { ScheduleValue } from './values';

type Props = {
  value: ScheduleValue | null;
  /** The saved schedule: its times may be in the past. */
  saved: ScheduleValue | null;
  draft: string;
  onSave: (value: ScheduleValue) => void;
  close: () => void;
};

/** Edits when an item is shown. The save button is disabled until all fields are valid. */
export function ScheduleDialog({ value, saved, draft, onSave, close }: Props) {
  const check = (values: ScheduleForm) => scheduleRules(values, saved, Date.now());
  const form = useAppForm({
    schema: formRules<ScheduleForm>(check),
    initial: {
      begin: value?.begin ?? '',
      end: value?.end ?? '',
      atOnce: value?.begin === '',
      withEnd: Boolean(value?.end),
    },
    save: async (values: ScheduleForm) => values,
    saved: ({ begin, end, atOnce, withEnd }) => {
      onSave({ begin: atOnce ? '' : begin, end: withEnd || atOnce ? end : '' });
      close();
    },
    draft,
  });
  const errors = check(form.values);
  // An incomplete time has no message: it is still being typed.
  const messageOf = (error: string | true | undefined) =>
    typeof error === 'string' ? error : undefined;
  const atOnce = form.field('atOnce');
  const withEnd = form.field('withEnd');
  const begins = isoDay(splitMoment(form.values.begin).date);
  const day = today(Date.now());
  return (
    <Dialog onClose={close} title={t.schedule.title}>
      <AppForm form={form} label={t.schedule.title}>
        <Checkbox
          label={t.schedule.atOnce}
          checked={atOnce.value}
          onChange={(event) => atOnce.onChange(event.currentTarget.checked)}
        />
        {!atOnce.value && (
          <>
            <MomentField
              {...form.field('begin')}
              label={t.schedule.begin}
              required
              minDate={day}
              error={messageOf(errors.begin)}
            />
            <Checkbox
              label={t.schedule.withEnd}
              checked={withEnd.value}
              onChange={(event) => withEnd.onChange(event.currentTarget.checked)}
            />
          </>
        )}
        {(withEnd.value || atOnce.value) && (
          <MomentField
            {...form.field('end')}
            label={t.schedule.end}
            required
            minDate={!atOnce.value && begins && begins > day ? begins : day}
            error={messageOf(errors.end)}
          />
        )}
        <DialogButtons disabled={Object.keys(errors).length > 0} />
      </AppForm>
    </Dialog>
  );
}
