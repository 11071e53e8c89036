import { Button, CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useIsSlow } from '../api/slow';
import { useTasks } from '../task/tasks';
import { common } from '../texts';
import { iconSize } from '../theme/tokens';
import { lazily } from '../ui/lazily';
import css from './NoticeList.module.css';
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
      <div className={css.body} role={tone === 'error' ? 'alert' : undefined}>
        <p className={css.title}>{title}</p>
        {text && <p className={css.text}>{text}</p>}
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
    <div className={css.item} data-slow>
      <IconClock className={css.icon} size={iconSize.md} aria-hidden />
      <p className={css.slow}>{t.slow}</p>
    </div>
  );
}

/** The notifications of the console. */
export function NoticeList() {
  const notices = useNotices();
  const tasks = useTasks();
  const isSlow = useIsSlow();
  return (
    // The live region is always mounted: a new one would not be announced.
    <section aria-label={t.region} aria-live="polite" className={css.region}>
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
