import { Link } from '@tanstack/react-router';
import { may } from '../../shared/access/area';
import { useOperator } from '../../shared/session/session';
import css from './card.module.css';

type Props = { name: string; uuidUser: string | null };

/** A student: a link where the role has students (contract §2) and the student is within its sight. */
export function StudentName({ name, uuidUser }: Props) {
  const { role } = useOperator();
  if (!uuidUser || !may(role, 'students')) return name;
  return (
    <Link className={css.link} to={`/card/${uuidUser}`}>
      {name}
    </Link>
  );
}
