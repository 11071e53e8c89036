const longest = 1600; // px (rules 25.4)
const quality = 0.85;

/** The size of a picture scaled down to the limit. */
export function fitted(width: number, height: number) {
  const share = Math.min(1, longest / Math.max(width, height));
  return { width: Math.round(width * share), height: Math.round(height * share) };
}

// Chrome before 112 does not know the option and turns pictures by default.
async function opened(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (thrown) {
    if (thrown instanceof TypeError) return createImageBitmap(file);
    throw thrown;
  }
}

/** Resizes a photo for the upload: at most 1,600 px, JPEG. Rejects files that are not pictures. */
export async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await opened(file);
  const { width, height } = fitted(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const drawing = canvas.getContext('2d');
  drawing?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const made = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  );
  if (!made) throw new Error('the canvas gave no picture');
  return made;
}
