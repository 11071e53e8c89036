import { Button, Input } from '@mantine/core';
import {
  IconCalendarEvent,
  IconChartBar,
  IconClock,
  IconMessages,
  IconTrain,
} from '@tabler/icons-react';
import { type ComponentType, useId, useState } from 'react';
import { momentParts } from '../../../shared/form/moment';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Section } from '../../../shared/ui/Section';
import type { Card } from '../api';
import { t } from '../texts';
import { EventDialog } from './EventDialog';
import css from './form.module.css';
import { MessengersDialog } from './MessengersDialog';
import { RzdDialog } from './RzdDialog';
import { ScheduleDialog } from './ScheduleDialog';
import { SurveyDialog } from './SurveyDialog';
import { draftName, type NewsField, type NewsValues } from './values';

type ExtraProps = {
  icon: ComponentType<{ size?: number; stroke?: number; className?: string }>;
  title: string;
  /** What is set; nothing while it is not. */
  summary: string | null;
  none: string;
  error?: string | boolean;
  note?: string;
  /** Why it cannot be changed any more. */
  locked?: string | false;
  onOpen: () => void;
  onRemove: () => void;
};

function Extra(props: ExtraProps) {
  const id = useId();
  const { icon: Icon, title, summary, none, error, note, locked, onOpen, onRemove } = props;
  return (
    <li className={css.extra}>
      <Icon className={css.extraIcon} size={iconSize.lg} stroke={iconStroke} aria-hidden />
      <div className={css.extraWords}>
        <p className={css.extraTitle}>{title}</p>
        <p className={summary ? css.extraSet : css.hint}>{summary ?? none}</p>
        {locked && <p className={css.hint}>{locked}</p>}
        {note && <p className={css.hint}>{t.form.changedElsewhere}</p>}
        {error && (
          <Input.Error id={id} role="alert">
            {error}
          </Input.Error>
        )}
      </div>
      {!locked && (
        <div className={css.extraButtons}>
          <Button
            variant="default"
            size="xs"
            aria-label={`${summary ? t.form.change : t.form.set}: ${title}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            onClick={onOpen}
          >
            {summary ? t.form.change : t.form.set}
          </Button>
          {summary && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              aria-label={`${t.form.remove}: ${title}`}
              onClick={onRemove}
            >
              {t.form.remove}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const spoken = (typed: string) => {
  const { date, time } = momentParts(typed);
  return typed ? t.time.whole(date, time) : '';
};

function summaries({ schedule, pooling, event, messengers, rzdBonus }: NewsValues) {
  return {
    schedule: schedule && t.schedule.summary(spoken(schedule.begin), spoken(schedule.end)),
    pooling:
      pooling &&
      t.survey.summary(
        pooling.questions.length,
        spoken(pooling.startPooling),
        spoken(pooling.endPooling),
      ),
    event: event && t.event.summary(event.title, spoken(event.date)),
    messengers: messengers.map((name) => t.messengers.names[name]).join(', ') || null,
    rzdBonus,
  };
}

type Props = { field: NewsField; values: NewsValues; base: NewsValues; card: Card | null };
type Window = 'schedule' | 'pooling' | 'event' | 'messengers' | 'rzdBonus';

/** What an item may have beyond its text: each is set in a window of its own. */
export function Extras({ field, values, base, card }: Props) {
  const [open, setOpen] = useState<Window | null>(null);
  const close = () => setOpen(null);
  const said = summaries(values);
  const draft = draftName(card);
  const fields = {
    schedule: field('schedule'),
    pooling: field('pooling'),
    event: field('event'),
    messengers: field('messengers'),
    rzdBonus: field('rzdBonus'),
  };
  const row = (name: Window, icon: ExtraProps['icon'], words: { title: string; none: string }) => ({
    icon,
    title: words.title,
    none: words.none,
    summary: said[name],
    error: fields[name].error,
    note: fields[name].note,
    onOpen: () => setOpen(name),
    onRemove: () =>
      name === 'messengers' ? fields.messengers.onChange([]) : fields[name].onChange(null),
  });
  return (
    <Section title={t.form.extras}>
      <ul className={css.extras}>
        <Extra {...row('schedule', IconClock, { title: t.schedule.row, none: t.schedule.none })} />
        <Extra
          {...row('pooling', IconChartBar, t.survey)}
          locked={(card?.item.pooling?.voted ?? 0) > 0 && t.survey.locked}
        />
        <Extra
          {...row('event', IconCalendarEvent, t.event)}
          locked={(card?.item.event?.placesCountBooked ?? 0) > 0 && t.event.locked}
        />
        <Extra {...row('messengers', IconMessages, t.messengers)} />
        <Extra {...row('rzdBonus', IconTrain, t.rzd)} />
      </ul>
      {open === 'schedule' && (
        <ScheduleDialog
          value={values.schedule}
          saved={base.schedule}
          draft={`${draft}/schedule`}
          onSave={fields.schedule.onChange}
          close={close}
        />
      )}
      {open === 'pooling' && (
        <SurveyDialog
          value={values.pooling}
          draft={`${draft}/survey`}
          onSave={fields.pooling.onChange}
          close={close}
        />
      )}
      {open === 'event' && (
        <EventDialog
          value={values.event}
          draft={`${draft}/event`}
          onSave={fields.event.onChange}
          close={close}
        />
      )}
      {open === 'messengers' && (
        <MessengersDialog
          value={values.messengers}
          onSave={fields.messengers.onChange}
          close={close}
        />
      )}
      {open === 'rzdBonus' && (
        <RzdDialog
          value={values.rzdBonus}
          draft={`${draft}/rzd`}
          onSave={fields.rzdBonus.onChange}
          close={close}
        />
      )}
    </Section>
  );
}
