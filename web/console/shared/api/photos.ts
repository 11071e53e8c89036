import { type Transfer, upload } from './upload';

/** Uploads a picture; the form sends the returned key. */
export const uploadPhoto = (file: File, options: Transfer) =>
  upload('/v2/upload-photo', file, options);
