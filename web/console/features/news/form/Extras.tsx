import { Button, Input } from '@mantine/core';
import {
  IconCalendarEvent,
  IconChartBar,
  IconClock,
  IconMessages,
  IconTrain,
} from '@tabler/icons-react';
import { type ComponentType, useId, useState } from 'react';
import { splitMoment } from '../../../../kit/format/moment';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Section } from '../../../shared/ui/Section';
import { t } from '../texts';
import type { Card } from '../wire';
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
  /** The current value as a text; null if it is not set. */
  summary: string | null;
  none: string;
  error?: string | boolean;
  note?: string;
  /** Why it can no longer be changed. */
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

const momentText = (typed: string) => {
  const { date, time } = splitMoment(typed);
  return typed ? t.time.whole(date, time) : '';
};

function summaries({ schedule, pooling, event, messengers, rzdBonus }: NewsValues) {
  return {
    schedule: schedule && t.schedule.summary(momentText(schedule.begin), momentText(schedule.end)),
    pooling:
      pooling &&
      t.survey.summary(
        pooling.questions.length,
        momentText(pooling.startPooling),
        momentText(pooling.endPooling),
      ),
    event: event && t.event.summary(event.title, momentText(event.date)),
    messengers: messengers.map((name) => t.messengers.names[name]).join(', ') || null,
    rzdBonus,
  };
}

type Props = { field: NewsField; values: NewsValues; base: NewsValues; card: Card | null };
type Part = 'schedule' | 'pooling' | 'event' | 'messengers' | 'rzdBonus';

/** Optional parts of an item, each edited in its own dialog. */
export function Extras({ field, values, base, card }: Props) {
  const [open, setOpen] = useState<Part | null>(null);
  const close = () => setOpen(null);
  const summary = summaries(values);
  const draft = draftName(card);
  const fields = {
    schedule: field('schedule'),
    pooling: field('pooling'),
    event: field('event'),
    messengers: field('messengers'),
    rzdBonus: field('rzdBonus'),
  };
  const row = (name: Part, icon: ExtraProps['icon'], words: { title: string; none: string }) => ({
    icon,
    title: words.title,
    none: words.none,
    summary: summary[name],
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
