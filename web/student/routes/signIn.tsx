import { IconLogin2 } from '@tabler/icons-react';
import { CodeScreen } from '../features/signIn/CodeScreen';
import { SignInScreen } from '../features/signIn/SignInScreen';
import type { Area } from '../shared/area';
import { links } from '../shared/links';
import { t } from '../shared/texts';

const area: Area = {
  audience: 'guest',
  tab: { label: t.tabs.enter, path: links.home, icon: IconLogin2, order: 10 },
  screens: [
    { path: links.home, screen: SignInScreen },
    { path: links.code, screen: CodeScreen },
  ],
};
export default area;
