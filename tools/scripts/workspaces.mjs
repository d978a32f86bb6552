/** The workspaces of the root package.json by what is done with them. */
import { readFileSync } from 'node:fs';

/** @type {{ workspaces: string[] }} */
export const { workspaces } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Bundled by Vite for the browser. */
export const site = 'apps/web';

/** Compiled by tsc and run by Node, in the order of package.json: libraries before programs. */
export const compiled = workspaces.filter(
  (folder) => !folder.startsWith('tools/') && folder !== site,
);
