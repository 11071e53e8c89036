import { Button, Popover, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import { overLimit } from './limit';
import css from './RichTextField.module.css';
import { Tool } from './RichTextTool';
import { linkAddress } from './richText';
import { t } from './texts';

/** Maximum length of a link. */
const longestLink = 2000;

type Props = { editor: Editor; pressed: boolean };

function LinkPanel({ editor, close }: { editor: Editor; close: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(before);
  const [refused, setRefused] = useState(false);
  const save = () => {
    const href = linkAddress(typed);
    if (!href || overLimit(typed, longestLink)) return setRefused(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without a selection the URL is inserted as the text.
    const { empty } = editor.state.selection;
    if (empty && !before) {
      chain.insertContent([
        { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] },
      ]);
    } else {
      chain.setLink({ href });
    }
    chain.run();
    close();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  };
  // Enter would submit the form.
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  };
  return (
    <div className={css.link}>
      <TextInput
        label={t.rich.address}
        placeholder={t.rich.addressPlaceholder}
        inputMode="url"
        value={typed}
        error={overLimit(typed, longestLink) ?? (refused && t.rich.addressWrong)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setRefused(false);
        }}
        onKeyDown={keys}
        data-autofocus
      />
      <div className={css.linkActions}>
        {before && (
          <Button variant="subtle" color="gray" size="xs" onClick={remove}>
            {t.rich.unlink}
          </Button>
        )}
        <Button size="xs" onClick={save}>
          {t.rich.apply}
        </Button>
      </div>
    </div>
  );
}

/** Sets, changes or removes the link of the selection. */
export function RichTextLink({ editor, pressed }: Props) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={300}
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <Tool label={t.rich.link} pressed={pressed} onClick={() => setOpened(!opened)}>
          <IconLink size={iconSize.md} stroke={iconStroke} aria-hidden />
        </Tool>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.rich.link}>
        <LinkPanel editor={editor} close={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
