import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { useDecision } from '../../../shared/api/areaChange';
import { http } from '../../../shared/api/client';
import { type Transfer, upload } from '../../../shared/api/upload';
import type { Photo } from '../wire';

/** All photos of a partner. */
export const photosQuery = (uuidPartner: string) =>
  queryOptions({
    queryKey: ['partners', 'photos', uuidPartner],
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v2/partner/photo/list/{uuidPartner}', {
          params: { path: { uuidPartner } },
          signal,
        }),
      ),
  });

/** Where an uploaded photo goes: to a partner, in place of another photo if one is given. */
export type PhotoTarget = { uuidPartner: string; replaces?: Photo };

type PhotoUpload = Transfer & { file: File; target: PhotoTarget };

/** Uploads a photo. */
export const useUploadPhoto = () =>
  useDecision(
    'partners',
    ({ file, target: { uuidPartner, replaces }, ...options }: PhotoUpload): Promise<Photo> => {
      if (!replaces) {
        const headers = { 'X-Uuid-Partner': uuidPartner };
        return upload('/v2/partner/add/photo', file, { headers, ...options });
      }
      const headers = { 'X-Uuid-Img': replaces.uuidImg, 'X-Old-Key': replaces.keyImg };
      return upload('/v2/partner/edit/photo', file, { headers, ...options });
    },
  );

/** Deletes a photo. */
export const useDeletePhoto = () =>
  useDecision('partners', ({ uuidImg, keyImg }: Photo) =>
    answer(http.DELETE('/v2/partner/photo', { body: { uuidImg, keyImg } })),
  );
