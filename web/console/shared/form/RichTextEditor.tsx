import type { Editor } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import css from './RichTextField.module.css';
import { RichTextToolbar } from './RichTextToolbar';
import { countCharacters } from './richText';
import { attributesOf, extensions, lockedEvents } from './richTextExtensions';

type Props = {
  name: string;
  value: string;
  onChange: (html: string) => void;
  /** Called with the number of characters without tags. */
  onCount: (count: number) => void;
  placeholder?: string;
  invalid: boolean;
  labelledBy: string;
  describedBy: string;
};

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML());
const countOf = (editor: Editor) => countCharacters(editor.state.doc.textContent);

// An external change of the value (reset, reload) replaces the text; echoes of own changes do not.
function useOutsideValue(editor: Editor | null, value: string, typed: { current: string }) {
  useEffect(() => {
    if (!editor || value === typed.current) return;
    typed.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value, typed]);
}

/** The editor with its toolbar. */
export function RichTextEditor(props: Props) {
  const { name, value, onChange, onCount, placeholder, invalid, labelledBy, describedBy } = props;
  const typed = useRef(value);
  const attributes = attributesOf({ name, invalid, labelledBy, describedBy });
  const editor = useEditor({
    extensions: extensions(placeholder),
    content: value,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes, handleDOMEvents: lockedEvents },
    onUpdate: ({ editor: now }) => {
      typed.current = htmlOf(now);
      onChange(typed.current);
    },
    onTransaction: ({ editor: now }) => onCount(countOf(now)),
    onCreate: ({ editor: now }) => onCount(countOf(now)),
  });
  useOutsideValue(editor, value, typed);
  const text = JSON.stringify(attributes);
  useEffect(() => {
    editor?.setOptions({
      editorProps: { attributes: JSON.parse(text), handleDOMEvents: lockedEvents },
    });
  }, [editor, text]);
  return (
    <div className={css.box} data-invalid={invalid || undefined}>
      {editor && <RichTextToolbar editor={editor} />}
      <EditorContent editor={editor} className={css.text} />
    </div>
  );
}
