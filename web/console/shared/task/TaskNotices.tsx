import { Button, CloseButton } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconDownload,
  IconFileSpreadsheet,
} from '@tabler/icons-react';
import bar from '../notice/bar.module.css';
import { common } from '../texts';
import { iconSize, iconStroke } from '../theme/tokens';
import css from './TaskNotices.module.css';
import { dropTask, type Task, taskDownloaded, useTasks } from './tasks';

const tones = { uploading: undefined, uploaded: 'success', error: 'error' };
const icons = { uploading: IconFileSpreadsheet, uploaded: IconCircleCheck, error: IconAlertCircle };

function Words({ task }: { task: Task }) {
  const { status, texts } = task;
  const title = { uploading: texts.title, uploaded: texts.title, error: texts.failed }[status];
  const text = { uploading: texts.preparing, uploaded: texts.ready, error: texts.failedText }[
    status
  ];
  return (
    <div className={bar.words} role={status === 'error' ? 'alert' : undefined}>
      <p className={bar.title}>{title}</p>
      <p className={bar.text}>{text}</p>
    </div>
  );
}

function TaskNotice({ task }: { task: Task }) {
  const { id, status, link, progress, texts } = task;
  const Icon = icons[status];
  return (
    <li className={bar.item} data-tone={tones[status]}>
      <Icon className={bar.icon} size={iconSize.md} stroke={iconStroke} aria-hidden />
      <div className={bar.body}>
        <Words task={task} />
        {status === 'uploading' && (
          <div
            className={css.progress}
            role="progressbar"
            aria-label={texts.preparing}
            aria-valuenow={progress}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span style={{ width: `${progress}%` }} />
          </div>
        )}
      </div>
      {status === 'uploaded' && link && (
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className={bar.action}
          size="compact-sm"
          leftSection={<IconDownload size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          onClick={() => taskDownloaded(id)}
        >
          {texts.download}
        </Button>
      )}
      <CloseButton
        size="sm"
        aria-live="off"
        aria-label={common.close}
        onClick={() => dropTask(id)}
      />
    </li>
  );
}

/** Notices of running and finished tasks, on every page. */
export function TaskNotices() {
  const tasks = useTasks();
  return (
    <ul className={bar.list}>
      {tasks.map((task) => (
        <TaskNotice key={task.id} task={task} />
      ))}
    </ul>
  );
}
