/** A piece of text: plain, bold, or a key. */
export type Piece = { kind: 'text' | 'strong' | 'key'; text: string };

/** A block of the guide. */
export type Block =
  | { kind: 'title' | 'heading' | 'paragraph'; pieces: readonly Piece[] }
  | { kind: 'list'; items: readonly (readonly Piece[])[] };

const marks = /(\*\*[^*]+\*\*|`[^`]+`)/;

function piecesOf(text: string): Piece[] {
  return text
    .split(marks)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
      if (part.startsWith('`')) return { kind: 'key', text: part.slice(1, -1) };
      return { kind: 'text', text: part };
    });
}

function blockOf(text: string): Block {
  const line = text.replaceAll('\n', ' ');
  if (line.startsWith('# ')) return { kind: 'title', pieces: piecesOf(line.slice(2)) };
  if (line.startsWith('## ')) return { kind: 'heading', pieces: piecesOf(line.slice(3)) };
  if (!text.startsWith('- ')) return { kind: 'paragraph', pieces: piecesOf(line) };
  const items = text.slice(2).split('\n- ');
  return { kind: 'list', items: items.map((item) => piecesOf(item.replaceAll('\n', ' '))) };
}

/** Reads the Markdown that docs/operators.md uses: headings, paragraphs, lists, bold, keys. */
export const blocksOf = (markdown: string): Block[] =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map(blockOf);
