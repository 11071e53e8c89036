import css from './Avatar.module.css';

type Person = { name: string; surname: string };

/** The first letters of a name and a surname. */
export const initials = ({ name, surname }: Person) =>
  [name, surname]
    .map((word) => [...word.trim()][0] ?? '')
    .join('')
    .toUpperCase();

/** A person's photo or initials; decorative, because the name is next to it. */
export function Avatar({ person }: { person: Person & { photo: string | null } }) {
  if (person.photo) return <img className={css.avatar} src={person.photo} alt="" loading="lazy" />;
  return (
    <span className={css.avatar} aria-hidden>
      {initials(person)}
    </span>
  );
}
