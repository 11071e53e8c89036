import '@mantine/core/styles/Radio.layer.css';
import { Radio } from '@mantine/core';
import type { Filter } from '../filter';
import css from './filters.module.css';

type Options<S extends string> = {
  /** Label of "no filter". */
  all: string;
  /** Labels by the server's value, in order. */
  words: Readonly<Record<S, string>>;
};

/** One of several values, or all. */
export function oneOf<S extends string>(
  title: string,
  { all, words }: Options<S>,
): Filter<S | null, S | undefined> {
  const known = (text: string) => (Object.hasOwn(words, text) ? (text as S) : null);
  const entries = Object.entries<string>(words);
  return {
    title,
    place: 'popup',
    none: null,
    read: known,
    write: (value) => value ?? '',
    body: (value) => value ?? undefined,
    chips: (value) => (value === null ? [] : [{ id: value, label: words[value], without: null }]),
    control: ({ value, onChange }) => (
      <fieldset className={css.group}>
        <legend className={css.legend}>{title}</legend>
        {[['', all] as const, ...entries].map(([word, label]) => (
          <Radio
            key={word}
            name={title}
            label={label}
            checked={(value ?? '') === word}
            onChange={() => onChange(known(word))}
          />
        ))}
      </fieldset>
    ),
  };
}
