type ParamName<Part extends string> = Part extends `$${infer Name}` ? Name : never;

type ParamNames<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? ParamName<Part> | ParamNames<Rest>
  : ParamName<Path>;

type Params<Name extends string> = Readonly<Record<Name, string>>;

/** A page of the console: call it for a link to the page. */
export type Page<Name extends string = never> = {
  /** The route's path, with $parameters. */
  path: string;
  /** The names of these parameters. */
  names: readonly Name[];
} & ((...params: [Name] extends [never] ? [] : [params: Params<Name>]) => string);

/** Declares a page by its path. The parameters of its links follow from it: page('/card/$uuidUser')({ uuidUser }). */
export function page<const Path extends string>(path: Path): Page<ParamNames<Path>> {
  const link = (params: Readonly<Record<string, string>> = {}) =>
    path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const names = [...path.matchAll(/\$(\w+)/g)].map(([, name]) => name as ParamNames<Path>);
  return Object.assign(link, { path, names });
}
