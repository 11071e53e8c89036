import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useIsSlow } from '../api/slow';
import { useTasks } from '../task/tasks';
import { common } from '../texts';
import { iconSize } from '../theme/tokens';
import { lazily } from '../ui/lazily';
import css from './NoticeList.module.css';
import { dismiss, type Notice, noticeTime, useNotices } from './notices';
import { t } from './texts';

// Lazy: few sessions ever make a file.
const TaskNotices = lazily(() => import('../task/TaskNotices').then((file) => file.TaskNotices));

const icons = { error: IconAlertCircle, success: IconCircleCheck };

function NoticeItem({ notice }: { notice: Notice }) {
  // Whoever is reading (pointer or focus upon it) gets the time to finish.
  const [held, setHeld] = useState(false);
  const { id, tone, title, text } = notice;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), noticeTime);
    return () => clearTimeout(timer);
  }, [held, id]);
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
      {/* An alert speaks at once; a success waits for a pause, as everything in the region does. */}
      <div className={css.body} role={tone === 'error' ? 'alert' : undefined}>
        <p className={css.title}>{title}</p>
        {text && <p className={css.text}>{text}</p>}
      </div>
      <CloseButton
        size="sm"
        aria-live="off"
        aria-label={common.close}
        onClick={() => dismiss(id)}
      />
    </li>
  );
}

// Shown until the slow call ends.
function SlowNotice() {
  return (
    <div className={css.item} data-slow>
      <IconClock className={css.icon} size={iconSize.md} aria-hidden />
      <p className={css.slow}>{t.slow}</p>
    </div>
  );
}

/** The popup notifications of the whole console. */
export function NoticeList() {
  const notices = useNotices();
  const tasks = useTasks();
  const isSlow = useIsSlow();
  return (
    // The live region is always there: one that came with its text would not be read.
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
