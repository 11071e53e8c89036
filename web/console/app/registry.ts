import type { AreaDefinition, PageRoute, PublicDefinition } from '../shared/access/area';
import type { Site } from './redirects';

// Areas are found by glob: a new area is a new file in routes/, with no central registration.
const files = import.meta.glob<AreaDefinition | PublicDefinition>('../routes/*.tsx', {
  eager: true,
  import: 'default',
});

const definitions = Object.values(files);

const isArea = (definition: AreaDefinition | PublicDefinition): definition is AreaDefinition =>
  definition.area !== null;

/** Pages that need no session. */
export const openPages: readonly PageRoute[] = definitions
  .filter((definition) => !isArea(definition))
  .flatMap(({ routes }) => routes);

/** The areas, and what the redirect rules need of them. */
export const site: Site = {
  areas: definitions.filter(isArea),
  openPaths: openPages.map(({ path }) => path),
};
