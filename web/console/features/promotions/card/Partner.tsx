import { Link } from '@tanstack/react-router';
import { partnerLinks } from '../../../shared/links/partners';
import { Message } from '../../../shared/ui/Message';
import { Section } from '../../../shared/ui/Section';
import { t } from '../texts';
import type { Promotion } from '../wire';
import css from './card.module.css';

/** The partner of a promotion, and why students do not get it. */
export function Partner({ promotion }: { promotion: Promotion }) {
  const { partner, status, reasonBlocked } = promotion;
  return (
    <Section title={t.card.partner}>
      <Link className={css.link} to={partnerLinks.card(partner)}>
        {partner.name}
      </Link>
      {partner.status === 'blocked' && <Message tone="red">{t.partnerBlockedText}</Message>}
      {status === 'blocked' && reasonBlocked && (
        <div className={css.reason}>
          <p className={css.reasonTitle}>{t.card.reason}</p>
          {reasonBlocked}
        </div>
      )}
    </Section>
  );
}
