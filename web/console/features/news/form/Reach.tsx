import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { reachQuery } from '../api';
import { t } from '../texts';
import type { Audience, Card } from '../wire';
import css from './form.module.css';
import type { NewsValues } from './values';

const audienceOf = (values: NewsValues, card: Card | null): Audience => ({
  typeNews: values.typeNews || 'university',
  forFaculty: values.typeNews === 'university' ? [...values.forFaculty] : [],
  forCourse: Number(values.forCourse),
  ...(card ? { uuidNews: card.item.uuidNews } : {}),
});

/** The number of students that an item will reach. */
export function Reach({ values, card }: { values: NewsValues; card: Card | null }) {
  const chosen = values.typeNews !== '';
  const { data, error, isPlaceholderData } = useQuery({
    ...reachQuery(audienceOf(values, card)),
    enabled: chosen,
    placeholderData: keepPreviousData,
  });
  const text = () => {
    if (!chosen) return t.form.reach.choose;
    if (data === undefined) return error ? t.form.reach.failed : t.form.reach.counting;
    if (data === 0) return t.form.reach.nobody;
    return (
      <>
        {t.form.reach.of(data)} <strong>{t.form.reach.students(data)}</strong>
      </>
    );
  };
  return (
    <p className={css.reach} role="status" data-old={isPlaceholderData || undefined}>
      <IconUsers size={iconSize.md} stroke={iconStroke} aria-hidden />
      <span>{text()}</span>
    </p>
  );
}
