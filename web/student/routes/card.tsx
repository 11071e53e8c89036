import { IconId } from '@tabler/icons-react';
import { prepareCard } from '../features/card/api';
import { CardScreen } from '../features/card/CardScreen';
import { t } from '../features/card/texts';
import type { Area } from '../shared/area';
import { links } from '../shared/links';
import { lazily } from '../shared/ui/lazily';

const StatusScreen = lazily(
  async () => (await import('../features/join/StatusScreen')).StatusScreen,
);
const WelcomeScreen = lazily(
  async () => (await import('../features/join/WelcomeScreen')).WelcomeScreen,
);
const JoinScreen = lazily(async () => (await import('../features/join/JoinScreen')).JoinScreen);

const area: Area = {
  tab: { label: t.tab, path: links.home, icon: IconId, order: 10 },
  screens: [
    { path: links.home, screen: CardScreen, standings: ['active'] },
    {
      path: links.home,
      screen: StatusScreen,
      standings: ['moderation', 'rejected', 'expired', 'blocked'],
    },
    { path: links.home, screen: WelcomeScreen, standings: ['none'] },
    { path: `${links.join}/:step?`, screen: JoinScreen },
  ],
  prepare: prepareCard,
};
export default area;
