import { useOnline } from '../../shared/online';
import css from './OpenSign.module.css';
import { t } from './texts';

type Props = { isOpen: boolean | null; until?: string | null };

/** Open or closed, as text and colour. Hidden offline, because stored data are of another hour. */
export function OpenSign({ isOpen, until = null }: Props) {
  const isOnline = useOnline();
  if (isOpen === null || !isOnline) return null;
  return (
    <span className={css.sign} data-open={isOpen}>
      {isOpen ? t.isOpen(until) : t.isClosed}
    </span>
  );
}
