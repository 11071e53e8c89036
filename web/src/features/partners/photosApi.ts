import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { type Transfer, upload } from '../../shared/api/upload';
import { useChange } from '../../shared/api/useChange';

/** A photo of a partner's place. */
export type Photo = components['schemas']['PartnersPhotoWire'];

/** The photos of a partner: all of them. */
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

/** Where a photo goes: among the others, or in the place of one. */
export type Aim = { uuidPartner: string; instead?: Photo };

type Sent = Transfer & { file: File; aim: Aim };

// What the server says of a refusal (a hundred photos, somebody else's replacement) is fit to read.
const spoken = { errors: { 409: (problem: { detail: string }) => problem.detail } };

/** Uploads a photo: a new one, or one in the place of another. */
export function useSendPhoto() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ file, aim: { uuidPartner, instead }, ...options }: Sent): Promise<Photo> => {
      if (!instead) {
        const headers = { 'X-Uuid-Partner': uuidPartner };
        return upload('/v2/partner/add/photo', file, { headers, ...options });
      }
      const headers = { 'X-Uuid-Img': instead.uuidImg, 'X-Old-Key': instead.keyImg };
      return upload('/v2/partner/edit/photo', file, { headers, ...options });
    },
    meta: spoken,
    onSettled: () => invalidateArea(client, 'partners'),
  });
}

/** Deletes a photo. */
export function useDeletePhoto() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidImg, keyImg }: Photo) =>
      answer(http.DELETE('/v2/partner/photo', { body: { uuidImg, keyImg } })),
    meta: spoken,
    onSettled: () => invalidateArea(client, 'partners'),
  });
}
