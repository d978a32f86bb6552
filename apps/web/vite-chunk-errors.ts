import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const loadChunk = fileURLToPath(new URL('app/chunk-load.ts', import.meta.url));

/** The router's own imports of page modules; bundlers are told to leave them alone. */
const moduleImport =
  /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*([\w.]+)\s*\)/g;

/** What the router does when such an import fails: it reloads the page, for ever if need be. */
const reload =
  /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);(?=\s*\}\s*\}\s*\/\/ lib\/dom\/ssr\/links)/;

/**
 * Page modules come through `loadChunk`, and one that does not come ends at the error screen instead of reloading the page.
 * React Router has no option for it, so its source is changed while it is bundled; when a new version no longer has
 * the places that are looked for, the build fails.
 */
export function chunkErrors(): Plugin {
  let isDone = false;
  return {
    name: 'lumenloom-chunk-errors',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { code: 'Error loading route module' },
      handler(code) {
        if (!moduleImport.test(code) || !reload.test(code)) return;
        isDone = true;
        const changed = code
          .replace(
            moduleImport,
            (_, address: string) =>
              `loadChunk(${address}, () => import(/* @vite-ignore */ ${address}))`,
          )
          // A rejection would be lost, because the router waits for no page without a loader; drawing it is what fails.
          .replace(reload, 'return { default() { throw error; } };');
        return {
          code: `import { loadChunk } from ${JSON.stringify(loadChunk)};\n${changed}`,
          map: null,
        };
      },
    },
    buildEnd() {
      if (!isDone)
        this.error(
          'React Router loads page modules in another way than this plugin knows: see apps/web/vite-chunk-errors.ts.',
        );
    },
  };
}
