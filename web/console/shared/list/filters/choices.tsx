import { Checkbox, Skeleton } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../ui/Loaded';
import type { ControlProps, Filter } from '../filter';
import { t } from '../texts';
import css from './filters.module.css';
import { type Option, severalCodec, toggled } from './several';

type OptionsQuery = UseQueryOptions<readonly Option[]>;
type Source = { options: OptionsQuery };

function ChoicesControl(props: ControlProps<readonly string[]> & Source) {
  const { title, value, onChange, options } = props;
  const query = useQuery(options);
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t.counted(title, value.length)}</legend>
      <Loaded query={query} skeleton={<Skeleton height={20} />}>
        {(found) => (
          <div className={css.options}>
            {found.map((option) => (
              <Checkbox
                key={option.value}
                label={option.label}
                checked={value.includes(option.value)}
                onChange={() => onChange(toggled(value, option.value))}
              />
            ))}
          </div>
        )}
      </Loaded>
    </fieldset>
  );
}

function ChoiceName({ options, value }: Source & { value: string }) {
  const { data } = useQuery(options);
  return data ? (data.find((option) => option.value === value)?.label ?? t.gone) : t.noValue;
}

/** A multi-select of options from the server: categories. */
export const choices = (
  title: string,
  options: OptionsQuery,
): Filter<readonly string[], string[]> => ({
  ...severalCodec,
  title,
  place: 'popup',
  chips: (values) =>
    values.map((value) => ({
      id: value,
      label: <ChoiceName options={options} value={value} />,
      without: values.filter((one) => one !== value),
    })),
  control: (props) => <ChoicesControl {...props} options={options} />,
});
