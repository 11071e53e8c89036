import { Retry } from '../../shared/ui/Retry';
import { Skeleton } from '../../shared/ui/Skeleton';
import { ConsentField } from './ConsentField';
import css from './join.module.css';
import { PhotoField } from './PhotoField';
import { consentField, isMinor } from './rules';
import type { StepProps } from './step';
import { t } from './texts';
import { isNeeded, type Join } from './useJoin';

type Props = StepProps & Pick<Join, 'documents' | 'texts' | 'agreed' | 'agree'>;

/** Step 3: portrait, document, consents. */
export function PhotosStep({ draft, change, wrong, documents, texts, agreed, agree }: Props) {
  return (
    <>
      <PhotoField
        kind="portrait"
        photo={draft.portrait}
        onChange={(portrait) => change({ portrait })}
        error={wrong.portrait}
      />
      <PhotoField
        kind="document"
        photo={draft.document}
        onChange={(document) => change({ document })}
        error={wrong.document}
      />
      <h2 className={css.heading}>{t.consents.title}</h2>
      {documents.error && !documents.data && (
        <Retry error={documents.error} onRetry={documents.refetch} busy={documents.isFetching} />
      )}
      {documents.isPending && <Skeleton bars={[64, 64, 64]} />}
      {texts.map((text) => (
        <ConsentField
          key={text.kind}
          text={text}
          isAgreed={agreed.has(text.kind)}
          onChange={(isAgreed) => agree(text.kind, isAgreed)}
          isNeeded={isNeeded(text, isMinor(draft))}
          error={wrong[consentField(text.kind)]}
        />
      ))}
      {wrong.consents && (
        <p role="alert" className={css.wrong}>
          {wrong.consents}
        </p>
      )}
    </>
  );
}
