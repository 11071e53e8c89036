import { IconUser } from '@tabler/icons-react';
import { useFreshNotices } from '../features/profile/api';
import { t } from '../features/profile/texts';
import type { Area } from '../shared/area';
import { links } from '../shared/links';
import { lazily } from '../shared/ui/lazily';

const area: Area = {
  tab: {
    label: t.tab,
    path: links.profile,
    icon: IconUser,
    order: 40,
    useBadge: useFreshNotices,
  },
  screens: [
    {
      path: links.profile,
      screen: lazily(async () => (await import('../features/profile/ProfileScreen')).ProfileScreen),
    },
    {
      path: links.notices,
      screen: lazily(async () => (await import('../features/profile/NoticesScreen')).NoticesScreen),
    },
    {
      path: links.email,
      screen: lazily(async () => (await import('../features/profile/EmailScreen')).EmailScreen),
    },
    {
      path: links.phone,
      screen: lazily(async () => (await import('../features/profile/PhoneScreen')).PhoneScreen),
    },
    {
      path: links.sessions,
      screen: lazily(
        async () => (await import('../features/profile/SessionsScreen')).SessionsScreen,
      ),
    },
    {
      path: links.consents,
      screen: lazily(
        async () => (await import('../features/profile/ConsentsScreen')).ConsentsScreen,
      ),
    },
    {
      path: links.leave,
      screen: lazily(async () => (await import('../features/profile/LeaveScreen')).LeaveScreen),
    },
  ],
};
export default area;
