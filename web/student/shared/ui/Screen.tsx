import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { t } from '../texts';
import { isBehind, useScrollPlace } from '../way';
import { Offline } from './Offline';
import { Pull } from './Pull';
import css from './Screen.module.css';

type Props = {
  title: string;
  /** Target of the back arrow; root screens of a tab have none. */
  back?: string;
  /** A line under the title. */
  lead?: ReactNode;
  /** Small buttons at the top right. */
  tools?: ReactNode;
  /** Uses the width of a desktop: for lists. */
  wide?: boolean;
  /** The main action, within reach of the thumb. */
  action?: ReactNode;
  /** Refreshes what is shown when the screen is pulled down: for live lists. */
  onPull?: () => Promise<unknown>;
  children?: ReactNode;
};

/** A screen: title, content, main action at the bottom. */
export function Screen({ title, back, lead, tools, wide, action, onPull, children }: Props) {
  const [, go] = useLocation();
  useEffect(() => {
    document.title = `${title} · ${t.product}`;
  }, [title]);
  useScrollPlace();
  const leave = (to: string) => (isBehind(to) ? history.back() : go(to));
  return (
    <main className={css.screen} data-wide={wide || undefined}>
      <header className={css.head}>
        {back !== undefined && (
          <button
            type="button"
            className={css.back}
            aria-label={t.back}
            onClick={() => leave(back)}
          >
            <IconArrowLeft size={24} stroke={2} />
          </button>
        )}
        {tools && <div className={css.tools}>{tools}</div>}
        <h1 className={css.title}>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </header>
      <Offline />
      {onPull && <Pull onPull={onPull} />}
      <div className={css.content}>{children}</div>
      {action && <div className={css.action}>{action}</div>}
    </main>
  );
}
