import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Retry } from '../../shared/ui/Retry';
import { type Category, categoriesQuery } from './api';
import css from './Categories.module.css';
import { t } from './texts';

function Tile({ category }: { category: Category }) {
  const { uuidCategory, name, countQuestions } = category;
  return (
    <li>
      <Link className={css.tile} to={`/knowledge/${uuidCategory}`}>
        <span className={css.words}>
          <span className={css.name}>{name}</span>
          <span className={css.count}>{t.questions(countQuestions)}</span>
        </span>
        <IconChevronRight size={iconSize.md} stroke={iconStroke} aria-hidden />
      </Link>
    </li>
  );
}

const bones = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** The shelves of the knowledge base. */
export function Categories() {
  const { data, error, refetch, isFetching } = useQuery(categoriesQuery);
  if (data?.length === 0) {
    return (
      <div className={css.empty}>
        <p className={css.name}>{t.categories.empty}</p>
        <p className={css.count}>{t.categories.emptyHint}</p>
      </div>
    );
  }
  if (!data && error) return <Retry error={error} onRetry={refetch} busy={isFetching} />;
  return (
    <ul className={css.tiles} aria-label={t.categories.label} aria-busy={!data}>
      {data?.map((category) => <Tile key={category.uuidCategory} category={category} />) ??
        bones.map((bone) => (
          <li key={bone}>
            <Skeleton height={66} />
          </li>
        ))}
    </ul>
  );
}
