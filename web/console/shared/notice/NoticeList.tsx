import { Button, CloseButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useIsSlow } from '../api/slow';
import { useTasks } from '../task/tasks';
import { common } from '../texts';
import { iconSize } from '../theme/tokens';
import { lazily } from '../ui/lazily';
import css from './bar.module.css';
import { actionTime, dismiss, type Notice, noticeTime, useNotices } from './notices';
import { t } from './texts';

// Lazy: few sessions export a file.
const TaskNotices = lazily(() => import('../task/TaskNotices').then((file) => file.TaskNotices));

const icons = { error: IconAlertCircle, success: IconCircleCheck };

function NoticeItem({ notice }: { notice: Notice }) {
  // Paused while the pointer or the focus is on it.
  const [held, setHeld] = useState(false);
  const { id, tone, title, text, action } = notice;
  const time = action ? actionTime : noticeTime;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), time);
    return () => clearTimeout(timer);
  }, [held, id, time]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  const Icon = icons[tone];
  return (
    <li
      className={css.item}
      data-tone={tone}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon className={css.icon} size={iconSize.md} aria-hidden />
      {/* role=alert is announced at once; a success waits like everything in the polite region. */}
      <div className={css.body}>
        <div className={css.words} role={tone === 'error' ? 'alert' : undefined}>
          <p className={css.title}>{title}</p>
          {text && <p className={css.text}>{text}</p>}
        </div>
      </div>
      {action && (
        <Button
          className={css.action}
          variant="default"
          size="compact-sm"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton
        size="sm"
        aria-live="off"
        aria-label={common.close}
        onClick={() => dismiss(id)}
      />
    </li>
  );
}

// Shown until the slow call settles.
function SlowNotice() {
  return (
    <div className={css.item}>
      <IconClock className={css.icon} size={iconSize.md} aria-hidden />
      <div className={css.body}>{t.slow}</div>
    </div>
  );
}

// The page and its windows end above the notices (global.css).
function useRoom() {
  const { ref, height } = useElementSize();
  useEffect(() => {
    document.documentElement.style.setProperty('--sb-notices', `${height}px`);
  }, [height]);
  return ref;
}

/** The notifications of the console. */
export function NoticeList() {
  const room = useRoom();
  const notices = useNotices();
  const tasks = useTasks();
  const isSlow = useIsSlow();
  return (
    // The live region is always mounted: a new one would not be announced.
    <section ref={room} aria-label={t.region} aria-live="polite" className={css.region}>
      {tasks.length > 0 && <TaskNotices />}
      {isSlow && <SlowNotice />}
      <ul className={css.list}>
        {notices.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>
  );
}
