import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the import rules of the repository say about these files: 'rule: importing file'. */
function violationsIn(files) {
  const folder = mkdtempSync(join(tmpdir(), 'lumenloom-layers-'));
  const folders = [...new Set(Object.keys(files).map((path) => path.slice(0, path.indexOf('/'))))];
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { stdout } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        ...[...folders, '--config', join(root, '.dependency-cruiser.cjs')],
        ...['--output-type', 'json'],
      ],
      { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 },
    );
    return JSON.parse(stdout)
      .summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
      .sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const engine = 'packages/engine/src';
const workbench = 'apps/web/app/workbench';
const server = 'apps/server/src';
const cli = 'apps/cli/src';

test('imports that are not allowed are found, those of a type too', () => {
  expect(
    violationsIn({
      [`${engine}/pipeline/plan.ts`]: "import '../colour/lab.ts';\nexport interface Plan {}",
      // Upwards, by type, and from a file that stands in no folder.
      [`${engine}/colour/lab.ts`]: "import type { Plan } from '../pipeline/plan.ts';",
      [`${engine}/host.ts`]: "import './colour/lab.ts';",
      // A folder without a place in the order.
      [`${engine}/extra/file.ts`]: "import '../colour/lab.ts';",
      [`${engine}/isps/list.ts`]: "import '../extra/file.ts';",
      // A cycle by type within a folder.
      [`${engine}/sensors/one.ts`]: "import type { B } from './other.ts';\nexport type A = B;",
      [`${engine}/sensors/other.ts`]: "import type { A } from './one.ts';\nexport type B = A;",
      [`${workbench}/model/recipe.ts`]: 'export type Recipe = object;',
      [`${workbench}/model/kept.ts`]: "import '../kit/plot.ts';",
      [`${workbench}/kit/plot.ts`]: "import type { Bench } from '../shell/bench.ts';",
      [`${workbench}/shell/bench.ts`]:
        "import type { a } from '../features/a/contributions.ts';\nexport type Bench = typeof a;",
      [`${workbench}/features/a/contributions.ts`]:
        "import '../../features.ts';\nexport const a = 1;",
      // Another feature, by type.
      [`${workbench}/features/b/contributions.ts`]:
        "import type { a } from '../a/contributions.ts';",
      // Its code with the small file that is always loaded.
      [`${workbench}/features/c/feature.ts`]: "import './contributions.ts';",
      [`${workbench}/features/c/contributions.ts`]: 'export const c = 1;',
      [`${workbench}/features.ts`]: "import './workbench-page.tsx';",
      [`${workbench}/workbench-page.tsx`]: "import './model/recipe.ts';",
      // A folder without a place in the order.
      [`${workbench}/helpers/file.ts`]: "import '../model/recipe.ts';",
      // Up to a higher floor, by type; up within a floor; without a place.
      [`${server}/database/rows.ts`]: "import type { Sweep } from '../runs/rows.ts';",
      [`${server}/library/file.ts`]: "import '../datasets/rows.ts';",
      [`${server}/datasets/rows.ts`]: 'export const rows = 1;',
      [`${server}/runs/rows.ts`]: "import '../build-app.ts';\nexport interface Sweep {}",
      [`${server}/build-app.ts`]: "import './extra/file.ts';",
      [`${server}/extra/file.ts`]: "import '../datasets/rows.ts';",
      // A command that imports another one, the list, and what runs it; a shared part a command.
      [`${cli}/commands/one.ts`]: "import './two.ts';\nimport '../run.ts';",
      [`${cli}/commands/two.ts`]: "import './list.ts';",
      [`${cli}/commands/list.ts`]: 'export const list = 1;',
      [`${cli}/commands/read-lens.ts`]: "import './three.ts';",
      [`${cli}/commands/three.ts`]: 'export const three = 3;',
      [`${cli}/run.ts`]: "import './commands/list.ts';",
    }),
  ).toEqual([
    `cli-commands: ${cli}/commands/one.ts`,
    `cli-commands: ${cli}/commands/two.ts`,
    `cli-read-lens: ${cli}/commands/read-lens.ts`,
    `commands-stand-alone: ${cli}/commands/one.ts`,
    `commands-stand-alone: ${cli}/commands/two.ts`,
    `engine-colour: ${engine}/colour/lab.ts`,
    `engine-host: ${engine}/host.ts`,
    `engine-isps: ${engine}/isps/list.ts`,
    `engine-order: ${engine}/extra/file.ts`,
    `features-open-later: ${workbench}/features/c/feature.ts`,
    `features-stand-alone: ${workbench}/features/b/contributions.ts`,
    `no-cycles: ${engine}/colour/lab.ts`,
    `no-cycles: ${engine}/sensors/one.ts`,
    `server-build-app: ${server}/build-app.ts`,
    `server-database: ${server}/database/rows.ts`,
    `server-library: ${server}/library/file.ts`,
    `server-order: ${server}/extra/file.ts`,
    `server-runs: ${server}/runs/rows.ts`,
    `workbench-features: ${workbench}/features/a/contributions.ts`,
    `workbench-kit: ${workbench}/kit/plot.ts`,
    `workbench-list-of-features: ${workbench}/features.ts`,
    `workbench-model: ${workbench}/model/kept.ts`,
    `workbench-order: ${workbench}/helpers/file.ts`,
    `workbench-shell: ${workbench}/shell/bench.ts`,
  ]);
});

test('imports that are allowed are not: down the order, by tests, of code on first use', () => {
  expect(
    violationsIn({
      [`${engine}/pipeline/plan.ts`]: "import '../colour/lab.ts';",
      [`${engine}/colour/lab.ts`]: "import '../quantities/units.ts';",
      [`${engine}/quantities/units.ts`]: 'export type Unit = string;',
      [`${engine}/colour/lab.test.ts`]: "import '../pipeline/plan.ts';",
      [`${engine}/scenes/descriptor.ts`]:
        "export const fields = [];\nexport const load = () => import('./build.ts');",
      [`${engine}/scenes/build.ts`]: "export type { fields } from './descriptor.ts';",
      [`${workbench}/model/recipe.ts`]: 'export type Recipe = object;',
      [`${workbench}/kit/plot.ts`]: "import '../model/recipe.ts';",
      [`${workbench}/shell/bench.ts`]: "import '../kit/plot.ts';",
      [`${workbench}/features/a/contributions.ts`]: "import '../../shell/bench.ts';",
      [`${workbench}/features/a/feature.ts`]:
        "import type {} from '../../shell/bench.ts';\nexport const open = () => import('./contributions.ts');",
      [`${workbench}/features/a/contributions.test.ts`]: "import '../b/contributions.ts';",
      [`${workbench}/features/b/contributions.ts`]: "import '../../model/recipe.ts';",
      [`${workbench}/features.ts`]: "import './features/a/feature.ts';",
      [`${workbench}/workbench-page.tsx`]: "import './features.ts';",
      [`${server}/build-app.ts`]: "import './runs/rows.ts';",
      [`${server}/runs/rows.ts`]: "import '../database/rows.ts';",
      [`${server}/database/rows.ts`]: "import '../clock.ts';",
      [`${server}/clock.ts`]: 'export type Clock = () => number;',
      [`${server}/clock.test.ts`]: "import './build-app.ts';",
      [`${cli}/main.ts`]: "import './run.ts';",
      [`${cli}/run.ts`]: "import './commands/list.ts';",
      [`${cli}/commands/list.ts`]: "export const one = () => import('./measure/one.ts');",
      [`${cli}/commands/measure/one.ts`]: "import './other.ts';\nimport '../read-lens.ts';",
      [`${cli}/commands/measure/other.ts`]: "import '../../arguments.ts';",
      [`${cli}/commands/read-lens.ts`]: "import './print.ts';",
      [`${cli}/commands/print.ts`]: "import type {} from './command.ts';",
      [`${cli}/commands/command.ts`]: 'export type Terminal = object;',
      [`${cli}/arguments.ts`]: 'export const threads = 1;',
    }),
  ).toEqual([]);
});
