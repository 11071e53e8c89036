import { Checkbox, Skeleton } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Retry } from '../../ui/Retry';
import type { ControlProps, Filter } from '../filter';
import { t } from '../texts';
import css from './filters.module.css';
import { type Option, severalCodec, toggled } from './several';

type OptionsQuery = UseQueryOptions<readonly Option[]>;
type Source = { options: OptionsQuery };

function ChoicesControl(props: ControlProps<readonly string[]> & Source) {
  const { title, value, onChange, options } = props;
  const { data, error, refetch, isFetching } = useQuery(options);
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {!data && !error && <Skeleton height={20} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      <div className={css.options}>
        {data?.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={() => onChange(toggled(value, option.value))}
          />
        ))}
      </div>
    </fieldset>
  );
}

function ChoiceName({ options, value }: Source & { value: string }) {
  const { data } = useQuery(options);
  return data?.find((option) => option.value === value)?.label ?? t.noValue;
}

/** Any of a list of choices that the server knows: categories. */
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
