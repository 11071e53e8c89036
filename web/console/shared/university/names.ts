// Names of universities seen in search results and lists: the URL of a filter has only the uuid.
const names = new Map<string, string>();

/** Stores names of universities. */
export function rememberUniversities(found: readonly (readonly [uuid: string, name: string])[]) {
  for (const [uuid, name] of found) if (name) names.set(uuid, name);
}

/** The name of a university, if it was seen before. */
export const universityName = (uuid: string) => names.get(uuid);
