// A parameter is a uuid or a hash. Nothing else matches, so that a path with an encoded slash
// or a scheme never counts as a page of the console (rules 17.17).
const parameter = /^[\w-]{1,200}$/;

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path);

/** Whether a path matches a pattern such as /card/$uuidUser. */
export function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = trimmed(path).split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) =>
      part.startsWith('$') ? parameter.test(given[i] ?? '') : part === given[i],
    )
  );
}
