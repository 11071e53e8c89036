import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { knowledgeLinks } from '../../shared/links/knowledge';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Loaded } from '../../shared/ui/Loaded';
import { categoriesQuery } from './api';
import css from './Categories.module.css';
import { t } from './texts';
import type { Category } from './wire';

function Tile({ category }: { category: Category }) {
  const { uuidCategory, name, countQuestions } = category;
  return (
    <li>
      <Link className={css.tile} to={knowledgeLinks.category({ categoryID: uuidCategory })}>
        <span className={css.words}>
          <span className={css.name}>{name}</span>
          <span className={css.count}>{t.questions(countQuestions)}</span>
        </span>
        <IconChevronRight size={iconSize.md} stroke={iconStroke} aria-hidden />
      </Link>
    </li>
  );
}

const placeholders = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

type TilesProps = { children: ReactNode; busy?: boolean };

const Tiles = ({ children, busy = false }: TilesProps) => (
  <ul className={css.tiles} aria-label={t.categories.label} aria-busy={busy}>
    {children}
  </ul>
);

const skeleton = (
  <Tiles busy>
    {placeholders.map((key) => (
      <li key={key}>
        <Skeleton height={66} />
      </li>
    ))}
  </Tiles>
);

const empty = (
  <div className={css.empty}>
    <p className={css.name}>{t.categories.empty}</p>
    <p className={css.count}>{t.categories.emptyHint}</p>
  </div>
);

/** The categories of the knowledge base. */
export function Categories() {
  const query = useQuery(categoriesQuery);
  return (
    <Loaded query={query} skeleton={skeleton}>
      {(categories) =>
        categories.length === 0 ? (
          empty
        ) : (
          <Tiles>
            {categories.map((category) => (
              <Tile key={category.uuidCategory} category={category} />
            ))}
          </Tiles>
        )
      }
    </Loaded>
  );
}
