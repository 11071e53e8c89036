import { IconLock } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { useStanding } from '../api/member';
import { links } from '../links';
import { t } from '../texts';
import { Button } from './Button';
import { Empty } from './Empty';

const ways = {
  guest: links.home,
  none: links.home,
  moderation: links.home,
  rejected: links.join,
  expired: links.join,
  blocked: links.home,
} as const;

/** Explains what an active card unlocks and how to get one. Hidden for members who have one. */
export function Closed({ title }: { title: string }) {
  const standing = useStanding();
  const [, go] = useLocation();
  if (standing === 'active') return null;
  return (
    <Empty icon={<IconLock size={40} stroke={1.75} />} title={title} text={t.closed[standing]}>
      <Button onClick={() => go(ways[standing])}>{t.closedWays[standing]}</Button>
    </Empty>
  );
}
