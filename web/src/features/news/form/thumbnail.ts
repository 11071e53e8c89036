const longest = 320;
const quality = 0.75;

// A longer strip is cut: whole, it would be a canvas that no browser draws, or a line of one pixel.
const steepest = 4;

type Size = { width: number; height: number };

/** The part of a picture that its thumbnail shows, and how much smaller. */
export function middleOf({ width: w, height: h }: Size) {
  const width = Math.min(w, h * steepest);
  const height = Math.min(h, w * steepest);
  const scale = Math.min(1, longest / Math.max(width, height));
  return { x: (w - width) / 2, y: (h - height) / 2, width, height, scale };
}

/**
 * A small picture of a file, as an address that outlives the page: a draft shows it again after the
 * signed link of the upload has expired. Empty when the browser cannot read the file.
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
