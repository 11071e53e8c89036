/**
 * The short name of a university for narrow columns: an abbreviation without the person it is named
 * after. Without an abbreviation the name stays, because many universities differ only in the
 * person.
 */
export const shortUniversity = (name: string): string =>
  /^(?=(?:\S*\p{Lu}){2})(\S+) (?:имени|им\.) /u.exec(name)?.[1] ?? name;
