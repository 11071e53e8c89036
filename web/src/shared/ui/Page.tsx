import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { common } from '../texts';
import { iconSize, iconStroke } from '../theme/tokens';
import css from './Page.module.css';
import { useGoBack } from './useGoBack';

type Props = {
  title: string;
  /** The name of what the page is about, where the title alone does not say it. */
  of?: string;
  /** Where the back button leads, search included, when there is no page to return to; none on list pages. */
  back?: string;
  /** The title is a warning: red, with a sign. */
  warns?: boolean;
  /** The badge of a thing that has a status. */
  status?: ReactNode;
  actions?: ReactNode;
  /** Lists take the whole width, forms and cards a readable one. */
  wide?: boolean;
  children: ReactNode;
};

function BackButton({ to }: { to: string }) {
  const goBack = useGoBack(to);
  return (
    <ActionIcon
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

/** The frame of every page: back button, title, status, actions, then the content. */
export function Page({ title, of, warns, back, status, actions, wide, children }: Props) {
  const whole = of ? common.titleOf(title, of) : title;
  useEffect(() => {
    document.title = `${whole} — ${common.product}`;
  }, [whole]);
  return (
    <div className={css.page} data-wide={wide || undefined}>
      <header className={css.header}>
        {back && <BackButton to={back} />}
        <h1
          className={css.title}
          data-warns={warns || undefined}
          data-named={of ? true : undefined}
          title={of}
        >
          {warns && <IconAlertTriangle className={css.sign} size={iconSize.lg} aria-hidden />}
          {whole}
        </h1>
        {status}
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
