import { Link } from '@tanstack/react-router';
import { may } from '../../../shared/access/area';
import { studentLinks } from '../../../shared/links/students';
import { useOperator } from '../../../shared/session/session';
import css from '../card/card.module.css';

type Props = { name: string; uuidUser: string | null };

/** A student's name, as a link if the operator may open the card (rules 2.10). */
export function StudentName({ name, uuidUser }: Props) {
  const operator = useOperator();
  if (!uuidUser || !may(operator, 'students')) return name;
  return (
    <Link className={css.link} to={studentLinks.card({ uuidUser })}>
      {name}
    </Link>
  );
}
