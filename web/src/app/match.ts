// A parameter is a uuid or a hash. Nothing else is let through, so that no address with an
// encoded slash or a scheme inside ever counts as a page of ours (security R31).
const parameter = /^[\w-]{1,200}$/;

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path);

/** Whether a path is one that the pattern (/card/$uuidUser) describes. */
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
