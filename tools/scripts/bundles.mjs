/**
 * Bundles of the programs: a server loads 1,800 modules, and finding and opening them one by one
 * takes a third of the processor time of its start. Programs, processes and threads begin at a
 * compiled file as before; that file loads the bundle
 * (docs/decisions/030-programs-are-bundled.md).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * What people, processes and threads start: names in `src` without ending.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const ENTRIES = JSON.parse(readFileSync(new URL('programs.json', import.meta.url), 'utf8'));

/** Where the bundles lie, all in this one folder. */
export const BUNDLES = 'dist';

/** They have native modules, or read files and start threads beside themselves. */
const EXTERNAL =
  /^(@fastify\/(swagger-ui|static)|@node-rs\/argon2|bullmq|h5wasm|libsql|onnxruntime-node|pg|piscina|pino|sharp|tiff)(\/|$)/;

/**
 * A module finds what lies beside it from where it would be if it had been compiled alone.
 *
 * @param {string} root
 */
const ownPlace = (root) => ({
  name: 'own-place',
  /**
   * @param {string} code
   * @param {string} id
   */
  transform(code, id) {
    if (id.includes('node_modules')) return undefined;
    const place = relative(root, id)
      .replace('/src/', '/dist/')
      .replace(/\.tsx?$/, '.js');
    return code
      .replaceAll('import.meta.url', `new URL('../${place}', import.meta.url).href`)
      .replaceAll('import(`./', `import(\`../${dirname(place)}/`);
  },
});

/**
 * Writes the bundles and the files that load them.
 *
 * @param {string} root of the repository; the packages are compiled
 */
export async function bundlePrograms(root) {
  // Not with the others: what needs no build needs no bundler.
  const { rolldown } = await import('rolldown');
  const entries = Object.entries(ENTRIES).flatMap(([folder, names]) =>
    names.map((name) => ({ folder, name, bundle: `${folder}-${name}`.replaceAll('/', '-') })),
  );
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries(
      entries.map(({ folder, name, bundle }) => [bundle, join(root, folder, 'src', `${name}.ts`)]),
    ),
    resolve: { conditionNames: ['source', 'node'] },
    preserveEntrySignatures: 'strict',
    external: (id) => EXTERNAL.test(id),
    // React for development takes three times as long to load.
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify('production') } },
    plugins: [ownPlace(root)],
  });
  rmSync(join(root, BUNDLES), { recursive: true, force: true });
  const { output } = await bundle.write({ dir: join(root, BUNDLES), format: 'esm' });
  for (const { folder, name, bundle: file } of entries) {
    const compiled = join(root, folder, 'dist', `${name}.js`);
    const up = '../'.repeat(compiled.slice(root.length + 1).split('/').length - 1);
    const chunk = output.find(({ fileName }) => fileName === `${file}.js`);
    const exports = chunk?.type === 'chunk' ? chunk.exports : [];
    const lines = [
      ...(readFileSync(compiled, 'utf8').startsWith('#!') ? ['#!/usr/bin/env node'] : []),
      exports.length > 0
        ? `export { ${exports.join(', ')} } from '${up}${BUNDLES}/${file}.js';`
        : `import '${up}${BUNDLES}/${file}.js';`,
    ];
    writeFileSync(compiled, `${lines.join('\n')}\n`);
  }
}
