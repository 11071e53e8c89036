import css from './StatusBadge.module.css';

/** What a status colour means (design.md): green active, amber on moderation, red blocked, grey rejected. */
export type StatusTone = 'green' | 'amber' | 'red' | 'grey';

/** A status: its colour and, always, its word. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  );
}
