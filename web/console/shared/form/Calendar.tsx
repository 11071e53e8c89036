import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ru';
import { DatePicker, DatesProvider } from '@mantine/dates';
import css from './fields.module.css';
import { t } from './texts';

type Props = {
  /** yyyy-MM-dd */
  value: string | null;
  onChange: (value: string | null) => void;
  minDate?: string;
  maxDate?: string;
};

/** A calendar in Russian, Monday first. */
export function Calendar({ value, onChange, minDate, maxDate }: Props) {
  return (
    <DatesProvider settings={{ locale: 'ru', firstDayOfWeek: 1 }}>
      <DatePicker
        value={value}
        onChange={onChange}
        defaultDate={value ?? maxDate}
        minDate={minDate}
        maxDate={maxDate}
        ariaLabels={t.calendarLabels}
        classNames={{
          day: css.day,
          calendarHeaderControl: css.control,
          calendarHeaderLevel: css.level,
        }}
        highlightToday
      />
    </DatesProvider>
  );
}
