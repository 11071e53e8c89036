import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { iconSize } from '../theme/tokens';
import css from './Message.module.css';

const icons = {
  red: IconAlertCircle,
  amber: IconAlertTriangle,
  green: IconCircleCheck,
  grey: IconInfoCircle,
};

type Props = { tone: keyof typeof icons; title?: string; children?: ReactNode };

/**
 * A sentence that stays on the page: an error of a whole form, a warning, a hint, a success. An error is read aloud when it
 * appears; anything else that appears later stands inside of Live.
 */
export function Message({ tone, title, children }: Props) {
  const Icon = icons[tone];
  return (
    <div className={css.message} data-tone={tone} role={tone === 'red' ? 'alert' : undefined}>
      <Icon className={css.icon} size={iconSize.md} aria-hidden />
      <div>
        {title && <p className={css.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
