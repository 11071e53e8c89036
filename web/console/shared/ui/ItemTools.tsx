import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { common } from '../texts';
import { iconSize, iconStroke } from '../theme/tokens';
import css from './ItemTools.module.css';

type Tool = {
  /** Accessible name: «Удалить скидку: 10 %». */
  label: string;
  run: () => void;
};

const tools = [
  { name: 'edit', word: common.edit, Icon: IconPencil },
  { name: 'remove', word: common.delete, Icon: IconTrash },
] as const;

/** Edit and delete buttons of a list item. */
export function ItemTools(props: { edit?: Tool; remove?: Tool }) {
  return (
    <div className={css.tools}>
      {tools.map(({ name, word, Icon }) => {
        const tool = props[name];
        if (!tool) return null;
        return (
          <Tooltip key={name} label={word}>
            <ActionIcon variant="subtle" color="gray" aria-label={tool.label} onClick={tool.run}>
              <Icon size={iconSize.md} stroke={iconStroke} />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </div>
  );
}
