import '@mantine/core/styles/Menu.layer.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { common } from '../../../shared/texts';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import css from '../reviews.module.css';
import { filled } from '../rules';
import { t } from '../texts';
import type { Review } from '../wire';
import { templatesQuery } from './api';

type Props = { review: Review; onPick: (text: string) => void; onManage: () => void };

/** A menu that inserts a template into the answer. */
export function TemplateMenu({ review, onPick, onManage }: Props) {
  const { data, error } = useQuery(templatesQuery);
  return (
    <Menu position="top-start" width={320} shadow="md">
      <Menu.Target>
        <Button
          className={css.templates}
          variant="default"
          rightSection={<IconChevronDown size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        >
          {t.templates.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.templates.hint}</Menu.Label>
        <div className={css.menu}>
          {data?.map((template) => {
            const text = filled(template.text, review);
            return (
              <Menu.Item key={template.uuidTemplate} onClick={() => onPick(text)}>
                {template.name}
                <span className={css.preview}>{text}</span>
              </Menu.Item>
            );
          })}
        </div>
        {data?.length === 0 && <Menu.Item disabled>{t.templates.none}</Menu.Item>}
        {!data && <Menu.Item disabled>{error ? common.failed : common.loading}</Menu.Item>}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconSettings size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          onClick={onManage}
        >
          {t.templates.manage}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
