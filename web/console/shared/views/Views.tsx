import { useReducer } from 'react';
import { useUrlSearch } from '../links/usePage';
import { lazily } from '../ui/lazily';
import { ViewsButton } from './ViewsButton';
import type { ViewsProps } from './ViewsMenu';
import { viewParam } from './viewParam';

// Loaded with the first use: the menu and the dialogs behind it weigh more than the rows of a list.
const ViewsMenu = lazily(() => import('./ViewsMenu').then((file) => file.ViewsMenu), {
  waiting: <ViewsButton loading />,
});

/** The saved views of a list: a button, and behind it a menu. A link that asks for a view needs the menu too. */
export function Views(props: Omit<ViewsProps, 'opens'>) {
  const [asked, ask] = useReducer(() => true, false);
  const linked = useUrlSearch()[viewParam] !== undefined;
  if (asked || linked) return <ViewsMenu {...props} opens={asked} />;
  return (
    <ViewsButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={ViewsMenu.preload}
      onFocus={ViewsMenu.preload}
      onClick={ask}
    />
  );
}
