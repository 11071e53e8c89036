import css from './StatusBadge.module.css';

/** Status colours (rules 21.6): green active, amber in moderation, red blocked, grey rejected. */
export type StatusTone = 'green' | 'amber' | 'red' | 'grey';

/** A status badge: colour and text. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  );
}
