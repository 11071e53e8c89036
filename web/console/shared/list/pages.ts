/** Page numbers are shown in groups of this size. */
const groupSize = 4;

/** Number of pages, at least one. */
export const pageCount = (total: number, pageSize: number) =>
  Math.max(1, Math.ceil(total / pageSize));

/** The page numbers of a page's group, and the first page of the next group. */
export function pageGroup(page: number, pages: number): { numbers: number[]; next: number | null } {
  const first = Math.floor((page - 1) / groupSize) * groupSize + 1;
  const last = Math.min(first + groupSize - 1, pages);
  return {
    numbers: Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i),
    next: last < pages ? last + 1 : null,
  };
}

/** Parses a typed page number; null if it is not in the list. */
export function typedPage(text: string, pages: number): number | null {
  const number = Number(text.trim());
  if (!Number.isInteger(number) || text.trim() === '') return null;
  return Math.min(Math.max(number, 1), pages);
}
