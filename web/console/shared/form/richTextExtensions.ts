import { Placeholder } from '@tiptap/extensions';
import type { EditorView } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { isLink } from './richText';

/** Tiptap extensions for exactly the markup that the server keeps (internal/platform/richtext). */
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

/** ARIA attributes of the editable element. */
export const attributesOf = ({ name, invalid, labelledBy, describedBy }: Marks) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelledBy,
  'aria-describedby': describedBy,
  'data-name': name,
  ...(invalid && { 'aria-invalid': 'true' }),
});

// A disabled fieldset does not disable contenteditable, so input is blocked here while the form saves.
const locked = (view: EditorView, event: Event) => {
  if (!view.dom.closest('fieldset:disabled')) return false;
  event.preventDefault();
  return true;
};

/** Blocks editing while the form is saving. */
export const lockedEvents = {
  beforeinput: locked,
  keydown: (view: EditorView, event: KeyboardEvent) => event.key !== 'Tab' && locked(view, event),
  paste: locked,
  drop: locked,
};
