import { Placeholder } from '@tiptap/extensions';
import type { EditorView } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { isLink } from './richText';

/** What can be written: what the server keeps (internal/richtext), nothing more. */
export const extensions = (placeholder = '') => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      protocols: ['mailto', 'tel'],
      defaultProtocol: 'https',
      isAllowedUri: isLink,
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
    },
  }),
  Placeholder.configure({ placeholder }),
];

type Marks = { name: string; invalid: boolean; labelledBy: string; describedBy: string };

/** What makes the text a field for everybody. */
export const attributesOf = ({ name, invalid, labelledBy, describedBy }: Marks) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelledBy,
  'aria-describedby': describedBy,
  'data-name': name,
  ...(invalid && { 'aria-invalid': 'true' }),
});

// A locked fieldset locks inputs but not an editable text: while a form is saved nothing may be typed.
const locked = (view: EditorView, event: Event) => {
  if (!view.dom.closest('fieldset:disabled')) return false;
  event.preventDefault();
  return true;
};

/** Refuses what would change the text while its form is locked. */
export const lockedEvents = {
  beforeinput: locked,
  keydown: (view: EditorView, event: KeyboardEvent) => event.key !== 'Tab' && locked(view, event),
  paste: locked,
  drop: locked,
};
