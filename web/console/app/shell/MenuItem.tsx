import { Tooltip, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { t } from '../texts';
import type { Entry } from './entries';
import { MenuBadge } from './MenuBadge';
import css from './MenuItem.module.css';

type LinkProps = { entry: Entry; active: boolean; folded?: boolean; onNavigate?: () => void };

/** A menu link. */
export function MenuLink({ entry, active, folded, onNavigate }: LinkProps) {
  const { icon: Icon, label, to, badge, waits } = entry;
  return (
    <Tooltip
      label={waits ? t.menuHint(label, t.structureFirst) : label}
      position="right"
      disabled={!folded}
    >
      <Link
        to={to}
        className={css.item}
        activeOptions={{ exact: true }}
        aria-current={active ? 'page' : undefined}
        data-active={active || undefined}
        data-folded={folded || undefined}
        data-waits={waits || undefined}
        onClick={onNavigate}
      >
        <Icon size={iconSize.lg} stroke={iconStroke} />
        <span className={css.label}>
          {label}
          {waits && <span className={css.why}>{t.structureFirst}</span>}
        </span>
        {badge && <MenuBadge badge={badge} />}
      </Link>
    </Tooltip>
  );
}

type ButtonProps = Pick<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
  icon: Entry['icon'];
  label: string;
  /** The key that does the same. */
  hint?: string;
  folded?: boolean;
};

/** A menu button. */
export function MenuButton({ icon: Icon, label, hint, folded, ...button }: ButtonProps) {
  return (
    <Tooltip label={label} position="right" disabled={!folded}>
      <UnstyledButton className={css.item} data-folded={folded || undefined} {...button}>
        <Icon size={iconSize.lg} stroke={iconStroke} />
        <span className={css.label}>{label}</span>
        {hint && !folded && (
          <kbd className={css.key} aria-hidden>
            {hint}
          </kbd>
        )}
      </UnstyledButton>
    </Tooltip>
  );
}
