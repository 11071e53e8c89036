import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { common } from '../texts';
import { iconSize, iconStroke } from '../theme/tokens';
import css from './Page.module.css';
import { useGoBack } from './useGoBack';

type Props = {
  title: string;
  /** The name of the object: the heading, once it has loaded; the title is then a line above it. */
  of?: string;
  /** Fallback of the back button without history, with search parameters; list pages have none. */
  back?: string;
  /** Shows the title as a warning. */
  warns?: boolean;
  /** Status badge. */
  status?: ReactNode;
  /** Links to the previous and next object of the list. */
  neighbours?: ReactNode;
  /** Buttons, the destructive one last. */
  actions?: ReactNode;
  /** Full width for lists, a card's width for cards; forms are narrower. */
  wide?: boolean | 'card';
  children: ReactNode;
};

function BackButton({ to }: { to: string }) {
  const goBack = useGoBack(to);
  return (
    <ActionIcon
      className={css.back}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={common.back}
      onClick={() => goBack()}
    >
      <IconArrowLeft size={iconSize.lg} stroke={iconStroke} />
    </ActionIcon>
  );
}

type HeadingProps = Pick<Props, 'title' | 'of' | 'warns' | 'status'>;

function Heading(props: HeadingProps) {
  const { title, of, warns, status } = props;
  return (
    <div className={css.heading}>
      {/* The line is there before the name has loaded, so that nothing jumps. */}
      {'of' in props && <p className={css.kind}>{of ? title : '\u00a0'}</p>}
      <h1
        className={css.title}
        data-warns={warns || undefined}
        data-named={of ? true : undefined}
        title={of}
      >
        {warns && <IconAlertTriangle className={css.sign} size={iconSize.lg} aria-hidden />}
        {of ?? title}
      </h1>
      {status}
    </div>
  );
}

/** The layout of a page: back button, title, status, actions and content. */
export function Page(props: Props) {
  const { title, of, back, neighbours, actions, wide, children } = props;
  const fullTitle = of ? common.titleOf(title, of) : title;
  useEffect(() => {
    document.title = `${fullTitle} — ${common.product}`;
  }, [fullTitle]);
  return (
    <div className={css.page} data-wide={wide === true ? '' : wide || undefined}>
      <header className={css.header}>
        {back && <BackButton to={back} />}
        <div className={css.middle}>
          <Heading {...props} />
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
        {neighbours && <div className={css.near}>{neighbours}</div>}
      </header>
      {children}
    </div>
  );
}
