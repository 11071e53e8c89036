import { IconGift } from '@tabler/icons-react';
import type { Discount } from './api';
import css from './Discounts.module.css';
import { Section } from './Section';
import { t } from './texts';

/** The discounts of a partner: the percentage large, then the conditions. */
export function Discounts({ discounts }: { discounts: readonly Discount[] }) {
  return (
    <Section title={t.discounts}>
      {discounts.length === 0 && <p className={css.none}>{t.noDiscounts}</p>}
      <ul className={css.list}>
        {discounts.map(({ type, size, name, description }) => (
          <li key={`${type}${size}${description}`} className={css.discount}>
            {type === 'fix' ? (
              <strong className={css.size}>{t.discount(size ?? '')}</strong>
            ) : (
              <strong className={css.gift}>
                <IconGift size={22} aria-hidden="true" />
                {name}
              </strong>
            )}
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
