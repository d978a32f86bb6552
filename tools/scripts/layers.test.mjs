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
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { stdout } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['packages', '--config', join(root, '.dependency-cruiser.cjs')],
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

test('imports that are not allowed are found, those of a type too', () => {
  expect(
    violationsIn({
      [`${engine}/pipeline/plan.ts`]: "import '../colour/lab.ts';\nexport interface Plan {}",
      // Upwards, by type, and from a file that stands in no folder.
      [`${engine}/colour/lab.ts`]: "import type { Plan } from '../pipeline/plan.ts';",
      [`${engine}/host.ts`]: "import './colour/lab.ts';",
      // A folder without a place in the order.
      [`${engine}/extra/file.ts`]: "import '../colour/lab.ts';",
      [`${engine}/isp/list.ts`]: "import '../extra/file.ts';",
      // A cycle by type within a folder.
      [`${engine}/sensors/one.ts`]: "import type { B } from './other.ts';\nexport type A = B;",
      [`${engine}/sensors/other.ts`]: "import type { A } from './one.ts';\nexport type B = A;",
    }),
  ).toEqual([
    `engine-colour: ${engine}/colour/lab.ts`,
    `engine-host: ${engine}/host.ts`,
    `engine-isp: ${engine}/isp/list.ts`,
    `engine-order: ${engine}/extra/file.ts`,
    `no-cycles: ${engine}/colour/lab.ts`,
    `no-cycles: ${engine}/sensors/one.ts`,
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
    }),
  ).toEqual([]);
});
