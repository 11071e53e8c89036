import { IconBold, IconItalic, IconList, IconListNumbers } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { KeyboardEvent } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import css from './RichTextField.module.css';
import { RichTextLink } from './RichTextLink';
import { Tool } from './RichTextTool';
import { t } from './texts';

const tools = [
  { mark: 'bold', Icon: IconBold, run: (editor: Editor) => editor.chain().focus().toggleBold() },
  {
    mark: 'italic',
    Icon: IconItalic,
    run: (editor: Editor) => editor.chain().focus().toggleItalic(),
  },
  {
    mark: 'bulletList',
    Icon: IconList,
    run: (editor: Editor) => editor.chain().focus().toggleBulletList(),
  },
  {
    mark: 'orderedList',
    Icon: IconListNumbers,
    run: (editor: Editor) => editor.chain().focus().toggleOrderedList(),
  },
] as const;

// Roving focus: arrow keys move inside the toolbar, Tab leaves it.
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (now === -1) return;
  event.preventDefault();
  buttons.at((now + step) % buttons.length)?.focus();
}

/** Bold, italic, lists and links. */
export function RichTextToolbar({ editor }: { editor: Editor }) {
  const pressed = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      Object.fromEntries(
        [...tools.map(({ mark }) => mark), 'link'].map((m) => [m, now.isActive(m)]),
      ),
  });
  return (
    <div className={css.tools} role="toolbar" aria-label={t.rich.toolbar} onKeyDown={walk}>
      {tools.map(({ mark, Icon, run }) => (
        <Tool
          key={mark}
          label={t.rich[mark]}
          pressed={pressed[mark] ?? false}
          first={mark === tools[0].mark}
          onClick={() => run(editor).run()}
        >
          <Icon size={iconSize.md} stroke={iconStroke} aria-hidden />
        </Tool>
      ))}
      <RichTextLink editor={editor} pressed={pressed.link ?? false} />
    </div>
  );
}
