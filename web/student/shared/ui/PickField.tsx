import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '../useSettled';
import { FieldFrame } from './Field';
import css from './PickField.module.css';
import { Retry } from './Retry';
import { SearchField } from './SearchField';
import { Sheet } from './Sheet';
import { Skeleton } from './Skeleton';

/** An option, with a line that distinguishes equal names. */
type Found = { id: string; name: string; about?: string };

/** Searches options by part of the name; results are cached under `name`. */
export type Search = {
  name: string;
  find: (text: string, signal: AbortSignal) => Promise<Found[]>;
};

type Props = {
  label: string;
  value: { id: string; name: string } | null;
  onChange: (picked: { id: string; name: string }) => void;
  search: Search;
  /** Shown while nothing is selected. */
  empty: string;
  placeholder: string;
  nothing: string;
  error?: string | undefined;
};

type ListProps = Pick<Props, 'search' | 'placeholder' | 'nothing'> & {
  onPick: (picked: Found) => void;
};

/** The search results. */
export function Results({ search, placeholder, nothing, onPick }: ListProps) {
  const [text, setText] = useState('');
  const settled = useSettled(text).trim();
  const query = useQuery({
    queryKey: [search.name, settled],
    queryFn: ({ signal }) => search.find(settled, signal),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch, isFetching } = query;
  return (
    <>
      <SearchField label={placeholder} value={text} onChange={setText} autoFocus />
      {error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      {!data && !error && <Skeleton bars={[56, 56, 56]} />}
      {data && (
        <ul className={css.list} aria-busy={isFetching}>
          {data.map((item) => (
            <li key={item.id}>
              <button type="button" className={css.item} onClick={() => onPick(item)}>
                <span>{item.name}</span>
                {item.about && <small>{item.about}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className={css.nothing}>{nothing}</p>}
    </>
  );
}

/** A select for long lists, searched by part of the name. */
export function PickField({ label, value, onChange, empty, error, ...list }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FieldFrame label={label} error={error}>
      {(control) => (
        <>
          <button
            type="button"
            {...control}
            className={css.field}
            data-empty={!value || undefined}
            onClick={() => setOpen(true)}
          >
            <span>{value?.name ?? empty}</span>
            <IconChevronRight size={20} aria-hidden="true" />
          </button>
          {isOpen && (
            <Sheet title={label} onClose={() => setOpen(false)}>
              <Results
                {...list}
                onPick={({ id, name }) => {
                  onChange({ id, name });
                  setOpen(false);
                }}
              />
            </Sheet>
          )}
        </>
      )}
    </FieldFrame>
  );
}
