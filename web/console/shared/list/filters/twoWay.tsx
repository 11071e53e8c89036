import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ControlProps, Filter } from '../filter';
import css from './filters.module.css';

/** Both options of a two-way filter: the server's value and a label. */
export type TwoWords<S extends string> = readonly [readonly [S, string], readonly [S, string]];

type Value = string | null;
type Ticks = readonly string[];

// One checked box filters; both or none do not.
const statusOf = (ticks: Ticks): Value => (ticks.length === 1 ? (ticks[0] ?? null) : null);

const ticksOf = (value: Value): Ticks => (value === null ? [] : [value]);

function TwoWayControl(props: ControlProps<Value> & { words: TwoWords<string> }) {
  const { title, value, onChange, words } = props;
  const [own, setOwn] = useState(() => ticksOf(value));
  // Both and none mean the same in the URL; an open popup remembers which it was.
  const ticks = statusOf(own) === value ? own : ticksOf(value);
  const toggle = (word: string) => {
    const next = ticks.includes(word) ? ticks.filter((tick) => tick !== word) : [...ticks, word];
    setOwn(next);
    if (statusOf(next) !== value) onChange(statusOf(next));
  };
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {words.map(([word, label]) => (
        <Checkbox
          key={word}
          label={label}
          checked={ticks.includes(word)}
          onChange={() => toggle(word)}
        />
      ))}
    </fieldset>
  );
}

/** Two checkboxes: one of two statuses, or both. With labels for it, each is also a quick filter. */
export function twoWay<S extends string>(
  title: string,
  words: TwoWords<S>,
  quick?: Readonly<Record<S, string>>,
): Filter<S | null, S | undefined> {
  const known = (text: string) => words.find(([word]) => word === text)?.[0] ?? null;
  return {
    title,
    place: 'popup',
    none: null,
    read: known,
    write: (value) => value ?? '',
    body: (value) => value ?? undefined,
    chips: (value) =>
      words
        .filter(([word]) => word === value)
        .map(([word, label]) => ({ id: word, label, without: null })),
    quick: quick && words.map(([value]) => ({ value, label: quick[value] })),
    control: (props) => (
      <TwoWayControl
        {...props}
        words={words}
        onChange={(value) => props.onChange(value === null ? null : known(value))}
      />
    ),
  };
}
