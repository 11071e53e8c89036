import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { useMember } from '../../shared/api/member';
import { firstClick } from '../../shared/ui/firstClick';
import { useFavourite } from './api';
import css from './Heart.module.css';
import { t } from './texts';

type Props = { partner: { id: string; name: string; isFavourite: boolean } };

/** Adds a partner to the favourites or removes it. Hidden for guests. */
export function Heart({ partner: { id, name, isFavourite } }: Props) {
  const { data: member } = useMember();
  const change = useFavourite(id);
  if (!member) return null;
  const Icon = isFavourite ? IconHeartFilled : IconHeart;
  return (
    <>
      <button
        type="button"
        className={css.heart}
        aria-pressed={isFavourite}
        aria-label={isFavourite ? t.heartOff(name) : t.heartOn(name)}
        onClick={firstClick(() => change.mutate(!isFavourite))}
      >
        <Icon size={24} />
      </button>
      {change.error && (
        <span role="alert" className={css.failed}>
          {t.heartFailed}
        </span>
      )}
    </>
  );
}
