import { IconHeart } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { partnerLinks } from '../../shared/links/partners';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Section } from '../../shared/ui/Section';
import css from './reviews.module.css';
import { Stars } from './Stars';
import { t } from './texts';
import type { Card } from './wire';

/** What a student wrote. */
export function ReviewSection({ card }: { card: Card }) {
  const { rating, comment, likes, uuidPartner } = card.review;
  return (
    <Section
      title={t.card.review}
      actions={
        <Link className={css.link} to={partnerLinks.card({ uuidPartner })}>
          {t.card.partner}
        </Link>
      }
    >
      <div className={css.said}>
        <div className={css.marks}>
          <Stars rating={rating} size={20} />
          {likes > 0 && (
            <span className={css.likes} role="img" aria-label={t.card.likes(likes)}>
              <IconHeart size={iconSize.sm} stroke={iconStroke} aria-hidden />
              {likes}
            </span>
          )}
        </div>
        <p className={css.text}>{comment}</p>
      </div>
    </Section>
  );
}
