import css from './catalogues.module.css';

/** A consent's text as students read it: paragraphs. */
export function ConsentText({ body }: { body: string }) {
  return (
    <div className={css.consent}>
      {body.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
