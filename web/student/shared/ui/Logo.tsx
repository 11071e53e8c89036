import css from './Logo.module.css';

/** The logo: a barcode. */
export function Logo({ size = 40 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect className={css.ground} width="28" height="28" rx="7" />
      <path
        className={css.bars}
        d="M6 7h2.5v14H6zM10 7h1.5v14H10zM13 7h3.5v14H13zM18.5 7H20v14h-1.5zM21.5 7H23v9h-1.5z"
      />
    </svg>
  );
}
