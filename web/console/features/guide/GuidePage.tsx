import guide from '../../../../docs/operators.md?raw';
import { Key } from '../../shared/keys/Key';
import { settingsLinks } from '../../shared/links/settings';
import { Page } from '../../shared/ui/Page';
import css from './guide.module.css';
import { type Block, blocksOf, type Piece } from './markdown';

const [title, ...blocks] = blocksOf(guide);

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }) => {
    if (kind === 'key') return <Key key={text}>{text}</Key>;
    return kind === 'strong' ? <strong key={text}>{text}</strong> : text;
  });
}

function Part({ block }: { block: Block }) {
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((pieces) => (
          <li key={pieces[0]?.text}>
            <Pieces pieces={pieces} />
          </li>
        ))}
      </ul>
    );
  }
  const Tag = block.kind === 'heading' ? 'h2' : 'p';
  return (
    <Tag>
      <Pieces pieces={block.pieces} />
    </Tag>
  );
}

const keyOf = (block: Block) =>
  (block.kind === 'list' ? block.items[0] : block.pieces)?.map(({ text }) => text).join('');

/** /settings/guide: docs/operators.md, which is a part of the console and so needs no network. */
export function GuidePage() {
  const name = title && title.kind !== 'list' ? title.pieces.map(({ text }) => text).join('') : '';
  return (
    <Page title={name} back={settingsLinks.page()}>
      <article className={css.guide}>
        {blocks.map((block) => (
          <Part key={keyOf(block)} block={block} />
        ))}
      </article>
    </Page>
  );
}
