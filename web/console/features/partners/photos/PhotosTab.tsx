import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilePick, useFileDrop } from '../../../shared/form/FilePick';
import { photoTypes } from '../../../shared/form/photo';
import { common } from '../../../shared/texts';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Gallery } from '../../../shared/ui/Gallery';
import { Live } from '../../../shared/ui/Live';
import { Loaded } from '../../../shared/ui/Loaded';
import { Message } from '../../../shared/ui/Message';
import { MouseOnly } from '../../../shared/ui/MouseOnly';
import { RemoveDialog } from '../../../shared/ui/RemoveDialog';
import { Shapes } from '../../../shared/ui/SectionSkeleton';
import { TabFrame } from '../../../shared/ui/TabFrame';
import { t } from '../texts';
import type { Partner, Photo } from '../wire';
import { photosQuery, useDeletePhoto } from './api';
import css from './photos.module.css';
import type { PhotoQueue } from './usePhotoQueue';

const accept = photoTypes.join(',');

function Sending({ sending }: Pick<PhotoQueue, 'sending'>) {
  return (
    <>
      <Live>{sending && t.photos.loading(sending.name)}</Live>
      {sending ? (
        <progress className={css.progress} value={sending.share} aria-label={sending.name} />
      ) : (
        <>
          {t.photos.hint} <MouseOnly>{t.photos.drop}</MouseOnly>
        </>
      )}
    </>
  );
}

type ToolsProps = { photo: Photo; n: number; queue: PhotoQueue; partner: Partner; ask: () => void };

function PhotoTools({ photo, n, queue, partner, ask }: ToolsProps) {
  const target = { uuidPartner: partner.uuidPartner, replaces: photo };
  return (
    <>
      <FilePick
        onPick={(files) => queue.add(files, target)}
        accept={accept}
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={t.photos.replaceOf(n)}
        disabled={queue.sending !== null}
      >
        {t.photos.replace}
      </FilePick>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={t.photos.removeOf(n)}
        onClick={ask}
      >
        {common.delete}
      </Button>
    </>
  );
}

type TabProps = { partner: Partner; queue: PhotoQueue };

function Photos({ photos, partner, queue }: TabProps & { photos: readonly Photo[] }) {
  const { uuidPartner, name } = partner;
  const remove = useDeletePhoto();
  const [asked, setAsked] = useState<{ photo: Photo; alt: string } | null>(null);
  const add = (files: readonly File[]) => queue.add(files, { uuidPartner });
  const altOf = (i: number) => t.photos.alt(i + 1, name);
  return (
    <div className={css.target} {...useFileDrop(add)}>
      {queue.refusals.length > 0 && (
        <Message tone="red">
          {queue.refusals.map((refusal) => (
            <div key={refusal}>{refusal}</div>
          ))}
        </Message>
      )}
      <TabFrame
        note={<Sending sending={queue.sending} />}
        actions={
          <FilePick
            onPick={add}
            accept={accept}
            multiple
            loading={queue.sending !== null}
            leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          >
            {t.photos.add}
          </FilePick>
        }
        empty={photos.length === 0 && t.photos.empty}
      >
        <Gallery
          label={t.photos.list}
          pictures={photos.map(({ uuidImg, url }, i) => ({
            id: uuidImg,
            address: url,
            alt: altOf(i),
          }))}
          actions={(_, i) => {
            const photo = photos[i];
            if (!photo) return null;
            const ask = () => setAsked({ photo, alt: altOf(i) });
            return <PhotoTools photo={photo} n={i + 1} queue={queue} partner={partner} ask={ask} />;
          }}
        />
      </TabFrame>
      {asked && (
        <RemoveDialog
          title={t.photos.removing.title}
          text={t.photos.removing.text(asked.alt)}
          done={t.photos.deleted}
          mutation={remove}
          variables={asked.photo}
          close={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** Photos of a partner's place. */
export function PhotosTab({ partner, queue }: TabProps) {
  return (
    <Loaded query={useQuery(photosQuery(partner.uuidPartner))} skeleton={<Shapes tiles={3} />}>
      {(photos) => <Photos photos={photos} partner={partner} queue={queue} />}
    </Loaded>
  );
}
