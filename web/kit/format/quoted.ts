/** A name in quotes; quotes inside it become inner ones: «Кафе „Щи да каша“». */
export const quoted = (name: string): string =>
  `«${name.replaceAll('«', '„').replaceAll('»', '“')}»`;
