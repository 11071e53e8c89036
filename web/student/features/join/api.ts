import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http, upload } from '../../shared/api/client';
import type { Search } from '../../shared/ui/PickField';
import type { Photo, PhotoKind } from './draft';
import type { Form } from './rules';

/** Universities by part of the name. */
export const universities: Search = {
  name: 'universities',
  find: async (search, signal) => {
    const params = { query: { search } };
    const { items } = await answer(http.GET('/s/v1/universities', { params, signal }));
    return items.map(({ id, name, shortName, city }) => ({
      id,
      name: shortName || name,
      about: [shortName && shortName !== name ? name : '', city].filter(Boolean).join(' · '),
    }));
  },
};

/** Faculties of a university with their specialties. */
export const facultiesQuery = (university: string | undefined) =>
  queryOptions({
    queryKey: ['faculties', university],
    enabled: university !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { uuidUniversity: university ?? '' } };
      const path = '/s/v1/universities/{uuidUniversity}/faculties';
      return (await answer(http.GET(path, { params, signal }))).items;
    },
  });

/** The texts to consent to. */
export const documentsQuery = queryOptions({
  queryKey: ['documents'],
  queryFn: async ({ signal }) => (await answer(http.GET('/s/v1/documents', { signal }))).items,
});

const hour = 60 * 60 * 1000;
const keptFor = 20 * hour; // the server keeps an upload for a day

/** Uploads a photo unless the server still has it. */
export async function uploaded(kind: PhotoKind, photo: Photo, now = Date.now()): Promise<Photo> {
  const isThere = photo.key && (!photo.picture || now - (photo.at ?? 0) < keptFor);
  if (isThere || !photo.picture) return photo;
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', photo.picture, `${kind}.jpg`);
  const { key } = await upload<{ key: string }>('/s/v1/photos', form);
  return { ...photo, key, at: now };
}

/** Sends an application; a repeated one replaces the first. */
export const sendApplication = (body: Form, isAgain: boolean) =>
  answer(
    isAgain ? http.PUT('/s/v1/application', { body }) : http.POST('/s/v1/application', { body }),
  );
