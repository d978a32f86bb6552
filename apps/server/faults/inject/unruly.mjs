/**
 * Preloaded into the server's threads: runs go to tests/unruly-worker.mjs, where some seeds
 * misbehave in ways that no input can.
 */
import { register } from 'node:module';

const unruly = new URL('../../tests/unruly-worker.mjs', import.meta.url).href;
const hooks = `export const resolve = (specifier, context, next) =>
  specifier.endsWith('/simulation/job-worker.js') && context.parentURL !== ${JSON.stringify(unruly)}
    ? { url: ${JSON.stringify(unruly)}, shortCircuit: true }
    : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
