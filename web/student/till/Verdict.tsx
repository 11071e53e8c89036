import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { Result, Tone } from './check';
import { t } from './texts';
import css from './Verdict.module.css';

const icons: Record<Tone, typeof IconCheck> = {
  green: IconCheck,
  amber: IconAlertTriangle,
  red: IconX,
};

/** The verdict as a colour, a sign and a word, readable from a metre away. */
export function Verdict({ result }: { result: Result }) {
  const { tone, title, advice, name, portraitUrl, discounts } = result;
  const Icon = icons[tone];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls on a small screen, also by keyboard
    <section className={css.verdict} data-tone={tone} role="alert" tabIndex={0}>
      <div className={css.top}>
        {portraitUrl ? (
          <img className={css.portrait} src={portraitUrl} alt={t.portrait} />
        ) : (
          <Icon className={css.sign} stroke={2.5} aria-hidden="true" />
        )}
        <h2 className={css.title}>{title}</h2>
        {name && <p className={css.name}>{name}</p>}
        <p className={css.advice}>{advice}</p>
      </div>
      {discounts && discounts.length > 0 && (
        <ul className={css.discounts}>
          {discounts.map(({ type, name: called, size, description }) => (
            <li key={`${type}${called}${size}${description}`}>
              <strong>{type === 'fix' ? `${size}\u00a0%` : t.gift}</strong>
              <span>{called || description}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={css.next}>{tone === 'green' ? t.next : t.once}</p>
    </section>
  );
}
