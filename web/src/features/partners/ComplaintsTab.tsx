import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Retry } from '../../shared/ui/Retry';
import { Feedback } from './Feedback';
import { complaintsQuery } from './feedbackApi';
import css from './tabs.module.css';
import { t } from './texts';

const { author, text, date } = t.complaints;

/** What students complain of. */
export function ComplaintsTab({ uuidPartner }: { uuidPartner: string }) {
  const query = useInfiniteQuery(complaintsQuery(uuidPartner));
  const { data, error } = query;
  if (!data) {
    return error ? (
      <Retry error={error} onRetry={query.refetch} busy={query.isFetching} />
    ) : (
      <Skeleton height={160} />
    );
  }
  const all = data.pages.flatMap(({ rows }) => rows);
  if (all.length === 0) return <p className={css.quiet}>{t.complaints.empty}</p>;
  return (
    <Feedback
      label={t.tabs.complaints}
      headers={[author, text, date].map((title) => ({ title }))}
      lines={all.map(({ uuidComplaint, msg, createdAt, userInfo }) => ({
        id: uuidComplaint,
        author: userInfo,
        text: msg,
        at: createdAt,
      }))}
      query={query}
    />
  );
}
