import { Button, Skeleton } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilePick, useFileDrop } from '../../shared/form/FilePick';
import { photoTypes } from '../../shared/form/photo';
import { common } from '../../shared/texts';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Gallery } from '../../shared/ui/Gallery';
import { Message } from '../../shared/ui/Message';
import { RemoveDialog } from '../../shared/ui/RemoveDialog';
import { Retry } from '../../shared/ui/Retry';
import type { Partner } from './api';
import css from './photos.module.css';
import { type Photo, photosQuery, useDeletePhoto } from './photosApi';
import tabs from './tabs.module.css';
import { t } from './texts';
import type { PhotoQueue } from './usePhotoQueue';

const accept = photoTypes.join(',');

function AddTile({ queue, uuidPartner }: { queue: PhotoQueue; uuidPartner: string }) {
  const { take, sending } = queue;
  const add = (files: readonly File[]) => take(files, { uuidPartner });
  return (
    <li className={css.add} {...useFileDrop(add)}>
      <FilePick
        onPick={add}
        accept={accept}
        multiple
        variant="default"
        loading={sending !== null}
        leftSection={<IconPhotoPlus size={iconSize.md} stroke={iconStroke} aria-hidden />}
      >
        {t.photos.add}
      </FilePick>
      <p className={css.hint}>{sending ? t.photos.loading(sending.name) : t.photos.hint}</p>
      {sending && (
        <progress className={css.progress} value={sending.share} aria-label={sending.name} />
      )}
    </li>
  );
}

type ToolsProps = { photo: Photo; n: number; queue: PhotoQueue; partner: Partner; ask: () => void };

function PhotoTools({ photo, n, queue, partner, ask }: ToolsProps) {
  const aim = { uuidPartner: partner.uuidPartner, instead: photo };
  return (
    <>
      <FilePick
        onPick={(files) => queue.take(files, aim)}
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

/** Photos of a partner's place: added, replaced, deleted, enlarged. */
export function PhotosTab({ partner, queue }: { partner: Partner; queue: PhotoQueue }) {
  const { uuidPartner, name } = partner;
  const { data, error, refetch, isFetching } = useQuery(photosQuery(uuidPartner));
  const remove = useDeletePhoto();
  const [asked, setAsked] = useState<{ photo: Photo; alt: string } | null>(null);
  if (!data) {
    return error ? (
      <Retry error={error} onRetry={refetch} busy={isFetching} />
    ) : (
      <Skeleton height={160} />
    );
  }
  const altOf = (i: number) => t.photos.alt(i + 1, name);
  return (
    <div className={tabs.tab}>
      {queue.refusals.length > 0 && (
        <Message tone="red">
          {queue.refusals.map((refusal) => (
            <div key={refusal}>{refusal}</div>
          ))}
        </Message>
      )}
      {data.length === 0 && <p className={tabs.quiet}>{t.photos.empty}</p>}
      <Gallery
        label={t.photos.list}
        pictures={data.map(({ uuidImg, url }, i) => ({ id: uuidImg, address: url, alt: altOf(i) }))}
        before={<AddTile queue={queue} uuidPartner={uuidPartner} />}
        actions={(_, i) => {
          const photo = data[i];
          if (!photo) return null;
          const ask = () => setAsked({ photo, alt: altOf(i) });
          return <PhotoTools photo={photo} n={i + 1} queue={queue} partner={partner} ask={ask} />;
        }}
      />
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
