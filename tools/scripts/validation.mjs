/**
 * `npm run validation`: measures how far the engine is from independent tools, and writes it where
 * readers find it: packages/engine/references/validation.json, from which pages of the site quote,
 * validation-plots.json beside it, and the tables of docs/validation.md. The tests compare
 * themselves with that file (packages/engine/references/held.ts).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILE = join(root, 'packages/engine/references/validation.json');
const PLOTS = join(root, 'packages/engine/references/validation-plots.json');
const PAGE = join(root, 'docs/validation.md');
const [BEGIN, END] = ['<!-- by npm run validation -->\n', '<!-- end -->\n'];

/** The file of the figures. */
export const readValidation = () => JSON.parse(readFileSync(FILE, 'utf8'));

/** Two significant digits, never less than was measured. */
function roundedUp(value) {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  const rounded = Number((Math.ceil(value / step - 1e-9) * step).toPrecision(2));
  return rounded < value ? Number((rounded + step).toPrecision(2)) : rounded;
}

const figure = (value, unit) => {
  const text = value !== 0 && (value < 1e-3 || value >= 1e4) ? value.toExponential() : `${value}`;
  return unit === '' ? text : `${text} ${unit}`;
};

/** The tables of docs/validation.md. */
export const tablesOf = ({ groups }) =>
  groups
    .map(({ title, against, rows }) =>
      [
        `### ${title}\n`,
        `${against}.\n`,
        '| what | ours | allowed |',
        '|---|---|---|',
        ...rows.map(({ what, unit, ours, allowed }) =>
          allowed === undefined
            ? `| ${what} | every bit | every bit |`
            : `| ${what} | ${figure(ours, unit)} | ${figure(allowed, unit)} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
    .replaceAll('*', String.raw`\*`) + '\n';

/** What docs/validation.md holds between its marks. */
export const tablesInDocs = () => readFileSync(PAGE, 'utf8').split(BEGIN)[1]?.split(END)[0];

function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'lumenloom-validation-'));
  const record = join(folder, 'record.ndjson');
  try {
    for (const tests of [
      ['laws', 'references', 'emva1288'],
      ['integration', 'field-sfr'],
    ]) {
      const { status } = spawnSync('npx', ['vitest', 'run', '--project', ...tests], {
        cwd: root,
        env: { ...process.env, VALIDATION_RECORD: record },
        stdio: 'inherit',
      });
      if (status !== 0) process.exit(status ?? 1);
    }
    return readFileSync(record, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function main() {
  const lines = measure();
  const validation = readValidation();
  for (const row of validation.groups.flatMap(({ rows }) => rows)) {
    if (row.allowed === undefined) continue;
    const measured = lines.filter(({ id }) => id === row.id);
    if (measured.length === 0) throw new Error(`No test measures ${row.id}.`);
    row.ours = roundedUp(Math.max(...measured.map(({ deviation }) => deviation)));
    row.allowed = Number(Math.max(...measured.map(({ allowed }) => allowed)).toPrecision(2));
  }
  const plots = JSON.parse(readFileSync(PLOTS, 'utf8'));
  for (const plot of Object.keys(plots)) {
    // Files run side by side: the order of their lines changes, the order of the points must not.
    plots[plot] = lines
      .flatMap((line) => (line.plot === plot ? line.points : []))
      .map((point) =>
        JSON.stringify(point, (_, value) =>
          typeof value === 'number' ? Number(value.toPrecision(4)) : value,
        ),
      )
      .sort()
      .map((point) => JSON.parse(point));
    if (plots[plot].length === 0) throw new Error(`No test draws ${plot}.`);
  }
  writeFileSync(FILE, `${JSON.stringify(validation, null, 1)}\n`);
  writeFileSync(PLOTS, `${JSON.stringify(plots, null, 1)}\n`);
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  writeFileSync(PAGE, page.slice(0, before) + tablesOf(validation) + page.slice(after));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
