import { upload } from './upload';

/** Uploads a picture; its key goes into the form that it belongs to. */
export const uploadPhoto = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => upload('/v2/upload-photo', file, options);
