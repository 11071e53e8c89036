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
  warning: IconAlertTriangle,
  green: IconCircleCheck,
  grey: IconInfoCircle,
};

type Props = { tone: keyof typeof icons; title?: string; children?: ReactNode };

/**
 * A message on the page: an error of a form, a warning, a hint, a success. An error is announced when it appears; put
 * anything else that appears later inside Live.
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
