import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../kit/format/day';
import { settingsLinks } from '../../shared/links/settings';
import { Message } from '../../shared/ui/Message';
import { t } from '../texts';

/** Announces the day from which a second factor is required (rules 26.8). */
export function FactorBanner({ from }: { from: string }) {
  return (
    <Message tone="warning">
      {t.factorBanner(formatDay(from))} <Link to={settingsLinks.page()}>{t.factorSetUp}</Link>
    </Message>
  );
}
