const width = 320;
const quality = 0.75;

/**
 * A small picture of a file, as an address that outlives the page: a draft shows it again after the
 * signed link of the upload has expired. Empty when the browser cannot read the file.
 */
export async function thumbnail(file: Blob): Promise<string> {
  try {
    const bitmap = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.max(1, Math.round((bitmap.height / bitmap.width) * width));
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return canvas.toDataURL('image/webp', quality);
  } catch {
    return '';
  }
}
