import { type Transfer, upload } from './upload';

/** Uploads a picture; its key goes into the form that it belongs to. */
export const uploadPhoto = (file: File, options: Transfer) =>
  upload('/v2/upload-photo', file, options);
