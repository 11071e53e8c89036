// Names of universities that were found here, or that own a question which was shown. An address that came from
// elsewhere has only a uuid.
const names = new Map<string, string>();

/** Remembers what universities are called. */
export function rememberUniversities(found: readonly (readonly [uuid: string, name: string])[]) {
  for (const [uuid, name] of found) if (name) names.set(uuid, name);
}

/** What a university is called, if that is known. */
export const universityName = (uuid: string) => names.get(uuid);
