const longest = 320;
const quality = 0.75;

// Longer strips are cropped: scaled down as they are, they would be one pixel wide.
const maxAspect = 4;

type Size = { width: number; height: number };

/** The part of an image that its thumbnail shows, and the scale. */
export function middleOf({ width: w, height: h }: Size) {
  const width = Math.min(w, h * maxAspect);
  const height = Math.min(h, w * maxAspect);
  const scale = Math.min(1, longest / Math.max(width, height));
  return { x: (w - width) / 2, y: (h - height) / 2, width, height, scale };
}

/**
 * A thumbnail of an image file as a data URL: a draft can show it after the signed link of the upload has expired.
 * Empty if the browser cannot read the file.
 */
export async function thumbnail(file: Blob): Promise<string> {
  try {
    const bitmap = await createImageBitmap(file);
    const { x, y, width, height, scale } = middleOf(bitmap);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return canvas.toDataURL('image/webp', quality);
  } catch {
    return '';
  }
}
