import css from './Portrait.module.css';

type Props = { src: string | undefined; name: string; label: string };

/** A photo of a person, or initials. */
export function Portrait({ src, name, label }: Props) {
  const initials = name
    .split(' ')
    .slice(0, 2)
    .map((word) => word[0] ?? '')
    .join('');
  return (
    <div className={css.portrait}>
      {src ? <img src={src} alt={label} /> : <span aria-hidden="true">{initials}</span>}
    </div>
  );
}
