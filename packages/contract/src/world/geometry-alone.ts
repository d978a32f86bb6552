import type { WorldContent } from './world-document.ts';

/** Even light from all sides on what comes without a world, lx. */
export const ALONE_LUX = 500;
const LONGEST_NAME = 100;

/** The name of a file of geometry as a world may have it. */
export const plainObjectName = (file: string): string =>
  file
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[.[\]\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim() || 'part';

/** The world of a file of geometry that stands alone: one object in even light. */
export function worldOfGeometry(file: string): WorldContent {
  const name = plainObjectName(file);
  return {
    version: 1,
    name,
    assets: { [name]: { file } },
    objects: [{ name, asset: name }],
    environment: { uniform: { luminance: ALONE_LUX / Math.PI } },
  };
}
