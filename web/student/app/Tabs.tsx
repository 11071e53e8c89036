import { Link, useLocation } from 'wouter';
import type { Tab } from '../shared/area';
import css from './Tabs.module.css';
import { t } from './texts';

const none = () => 0;

const isAt = (at: string, { path }: Tab) => (path === '/' ? at === path : at.startsWith(path));

function TabLink({ tab }: { tab: Tab }) {
  const [at] = useLocation();
  const { label, path, icon: Icon, useBadge = none } = tab;
  const isHere = isAt(at, tab);
  const fresh = useBadge();
  return (
    <Link href={path} className={css.tab} aria-current={isHere ? 'page' : undefined}>
      <span className={css.icon}>
        <Icon size={26} stroke={isHere ? 2.25 : 1.75} />
        {fresh > 0 && (
          <span className={css.badge}>
            <span aria-hidden="true">{fresh > 9 ? '9+' : fresh}</span>
            <span className={css.words}>{t.fresh(fresh)}</span>
          </span>
        )}
      </span>
      {label}
    </Link>
  );
}

/** The tabs at the bottom. A task outside them, such as the application, is full screen. */
export function Tabs({ tabs }: { tabs: readonly Tab[] }) {
  const [at] = useLocation();
  if (!tabs.some((tab) => isAt(at, tab))) return null;
  return (
    <nav className={css.bar} aria-label={t.tabs}>
      <div className={css.row}>
        {tabs.map((tab) => (
          <TabLink key={tab.path} tab={tab} />
        ))}
      </div>
    </nav>
  );
}
