import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { attentionLinks } from '../links/attention';
import { targetOf } from '../links/target';
import { attentionQuery } from './api';
import css from './attention.module.css';
import { isDismissed, remember } from './dismissed';
import { t } from './texts';

const shown = 3;

/**
 * A quiet line above the lists: what requires attention. It can be hidden until the next sign-in, and fails silently.
 * Whether it takes place is decided once a page, so that the list does not jump when the answer comes.
 */
export function AttentionLine() {
  const { data } = useQuery({ ...attentionQuery, retry: false, throwOnError: false });
  const [hidden, setHidden] = useState(() => isDismissed() || data?.length === 0);
  if (hidden) return null;
  if (!data || data.length === 0) return <div className={css.place} />;
  const hide = () => {
    remember();
    setHidden(true);
  };
  const rest = data.length - shown;
  return (
    <section className={css.line} aria-label={t.title}>
      <p className={css.words}>
        <Link className={css.title} to={attentionLinks.page()}>
          {t.title}
        </Link>
        {data.slice(0, shown).map(({ kind, count, href }) => (
          <Link key={kind} className={css.task} {...targetOf(href)}>
            {t.rows[kind](count)}
          </Link>
        ))}
        {rest > 0 && (
          <Link className={css.more} to={attentionLinks.page()}>
            {t.more(rest)}
          </Link>
        )}
      </p>
      <CloseButton size="sm" aria-label={t.dismiss} onClick={hide} />
    </section>
  );
}
