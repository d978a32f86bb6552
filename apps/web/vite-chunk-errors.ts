import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const loadChunk = fileURLToPath(new URL('app/chunk-load.ts', import.meta.url));

/**
 * The dynamic imports with which the router loads page modules; comments exclude them from
 * bundling.
 */
const moduleImport =
  /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*([\w.]+)\s*\)/g;

/**
 * How the router reacts when such an import fails: it reloads the page, possibly in an endless
 * loop.
 */
const reload =
  /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);(?=\s*\}\s*\}\s*\/\/ lib\/dom\/ssr\/links)/;

/**
 * Loads page modules through `loadChunk`, so that a failure shows the error screen instead of
 * reloading the page. React Router has no option for this, so its source is changed while it is
 * bundled. The build fails when a new version of the router no longer contains the code to be
 * replaced.
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
          // The router ignores the rejection for pages without a loader, so the error is thrown
          // when the page renders.
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
          'React Router no longer contains the code that apps/web/vite-chunk-errors.ts replaces. Adapt the plugin to the new version.',
        );
    },
  };
}
