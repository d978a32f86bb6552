/**
 * Preloaded into a server or worker, which then is another version: OTHER_PROGRAMS is its version,
 * the name of its bits and the version of its Node.
 */
import { register } from 'node:module';

const [version, bits, node] = process.env.OTHER_PROGRAMS.split(' ');
Object.defineProperty(process, 'version', { value: node });
const hooks = `export const load = async (url, context, next) => {
  const loaded = await next(url, context);
  if (!/\\/dist\\/version(-[\\w-]+)?\\.js$/.test(url)) return loaded;
  const source = String(loaded.source)
    .replace(/(["'])\\d+\\.\\d+\\.\\d+\\1/, "'${version}'")
    .replace(/(["'])[\\da-f]{12}\\1/, "'${bits}'");
  return { ...loaded, source };
};`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
