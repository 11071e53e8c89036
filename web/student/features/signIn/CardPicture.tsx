import css from './SignInScreen.module.css';

const bars = [0, 9, 15, 27, 33, 45, 54, 60, 72, 81, 87, 99, 108];

/** An illustration of the card: a face, a QR code and bars. */
export function CardPicture() {
  return (
    <svg className={css.picture} viewBox="0 0 200 126" aria-hidden="true">
      <rect className={css.plastic} width="200" height="126" rx="14" />
      <rect className={css.photo} x="16" y="16" width="44" height="54" rx="8" />
      <circle className={css.face} cx="38" cy="36" r="10" />
      <path className={css.face} d="M22 70c1-12 8-18 16-18s15 6 16 18z" />
      <path className={css.line} d="M74 28h64M74 44h42" />
      {bars.map((x, i) => (
        <rect
          key={x}
          className={css.bar}
          x={16 + x}
          y="86"
          width={i % 3 === 0 ? 5 : 3}
          height="24"
        />
      ))}
      <rect className={css.code} x="144" y="70" width="40" height="40" rx="6" />
      <path
        className={css.dots}
        d="M151 77h9v9h-9zM168 77h9v9h-9zM151 94h9v9h-9zM169 95h4v4h-4zM174 100h3v3h-3z"
      />
    </svg>
  );
}
