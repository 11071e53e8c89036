import type { AreaDefinition, PageRoute, PublicDefinition } from '../shared/access/area';
import type { Site } from './redirects';

// A new area is a new file in routes/: nothing here, or anywhere central, has to name it.
const files = import.meta.glob<AreaDefinition | PublicDefinition>('../routes/*.tsx', {
  eager: true,
  import: 'default',
});

const definitions = Object.values(files);

const isArea = (definition: AreaDefinition | PublicDefinition): definition is AreaDefinition =>
  definition.area !== null;

/** Pages for those who are not signed in. */
export const openPages: readonly PageRoute[] = definitions
  .filter((definition) => !isArea(definition))
  .flatMap(({ routes }) => routes);

/** The areas that exist, and what the redirect rules need to know. */
export const site: Site = {
  areas: definitions.filter(isArea),
  openPaths: openPages.map(({ path }) => path),
};
