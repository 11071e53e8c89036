import { Tooltip } from '@mantine/core';
import type { Operator } from '../../shared/session/token';
import { initials } from '../../shared/ui/Avatar';
import css from './OperatorBlock.module.css';

/** The signed-in operator. */
export function OperatorBlock({ operator, folded }: { operator: Operator; folded?: boolean }) {
  const fullName = `${operator.name} ${operator.surname}`.trim();
  return (
    <div className={css.operator} data-folded={folded || undefined}>
      <Tooltip label={`${fullName}, ${operator.login}`} position="right" disabled={!folded}>
        <span className={css.initials} aria-hidden>
          {initials(operator)}
        </span>
      </Tooltip>
      <span className={css.words}>
        <span className={css.name} title={fullName}>
          {fullName}
        </span>
        <span className={css.login} title={operator.login}>
          {operator.login}
        </span>
      </span>
    </div>
  );
}
