import { TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import css from './Pagination.module.css';
import { pageGroup, typedPage } from './pages';
import { t } from './texts';

type Props = {
  page: number;
  pages: number;
  paramsOf: (page: number) => Record<string, string>;
  onGo: (page: number) => void;
};

// Exact match: the first page has no parameters, and its link would be active on every page.
const exact = { exact: true };

function GoTo({ pages, onGo }: Pick<Props, 'pages' | 'onGo'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    const page = typedPage(typed, pages);
    setTyped('');
    if (page !== null) onGo(page);
  };
  return (
    <form className={css.go} onSubmit={go}>
      <label htmlFor={id}>{t.pages.go}</label>
      <TextInput
        id={id}
        className={css.goInput}
        inputMode="numeric"
        maxLength={7}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
      />
      <span>{t.pages.of(pages)}</span>
    </form>
  );
}

/** Pagination; hidden for a single page. */
export function Pagination({ page, pages, paramsOf, onGo }: Props) {
  if (pages <= 1) return null;
  const { numbers, next } = pageGroup(page, pages);
  const to = (target: number) => ({ to: '.', search: paramsOf(target), activeOptions: exact });
  return (
    <nav className={css.pages} aria-label={t.pages.label}>
      <Link className={css.step} {...to(page - 1)} disabled={page <= 1}>
        <IconChevronLeft size={iconSize.sm} stroke={iconStroke} aria-hidden />
        <span className={css.word}>{t.pages.previous}</span>
      </Link>
      <ol className={css.numbers}>
        {numbers.map((number) => (
          <li key={number}>
            <Link
              className={css.number}
              {...to(number)}
              aria-label={t.pages.page(number)}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
        {next !== null && (
          <li>
            <Link className={css.number} {...to(next)} aria-label={t.pages.moreLabel(next)}>
              {t.pages.more}
            </Link>
          </li>
        )}
      </ol>
      <Link className={css.step} {...to(page + 1)} disabled={page >= pages}>
        <span className={css.word}>{t.pages.next}</span>
        <IconChevronRight size={iconSize.sm} stroke={iconStroke} aria-hidden />
      </Link>
      <GoTo pages={pages} onGo={onGo} />
    </nav>
  );
}
