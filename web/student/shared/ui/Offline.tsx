import { IconCloudOff } from '@tabler/icons-react';
import { useOnline } from '../online';
import { t } from '../texts';
import css from './Offline.module.css';

/** Warns that the data may be outdated. */
export function Offline() {
  const isOnline = useOnline();
  return (
    <div role="status" className={css.place}>
      {!isOnline && (
        <p className={css.offline}>
          <IconCloudOff size={18} aria-hidden="true" />
          {t.kept}
        </p>
      )}
    </div>
  );
}
