import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION, csvText } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/catalogue';
import { differenceOf, type ProofRow } from '@lumenloom/engine/prove';
import { UsageError, progressOn, writeFile } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, readJson } from '../../arguments.ts';
import { columns } from '../columns.ts';
import { STATUS, command } from '../command.ts';
import { jsonText } from '../print.ts';
import type { ProofTask } from './proof-task.ts';
import { proofTasks } from './tasks.ts';

/** `lumenloom prove`: every figure of an outside program again. */
export const prove = command(
  {
    usage: ['[options]'],
    says: 'Computes again what outside programs and closed forms say, and prints theirs, ours, the difference and what is allowed. Status 1 says that a row was missed. A row that was not computed says why and does not count as held.',
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      rows: { value: 'TEXT', says: 'Only rows whose id holds this text, such as opticstudio.' },
      list: { says: 'Lists the rows and computes none.' },
      anchors: {
        value: 'FILE',
        says: 'JSON {anchors: [{id, theirs, allowed}]}: other figures, in place of ours by their id.',
      },
      out: { value: 'DIR', output: 'folder', says: 'Writes proof.json and proof.csv there.' },
      json: JSON_OUTPUT,
    },
    examples: ['prove --rows opticstudio', 'prove --list'],
    document: 'docs/proof.md',
  },
  async ({ values }, terminal) => {
    const { stdout, stderr } = terminal;
    const all = await proofTasks();
    const tasks = all.filter(({ id }) => values.rows === undefined || id.includes(values.rows));
    if (tasks.length === 0)
      throw new UsageError(
        `rows: no row has an id that holds "${values.rows!.slice(0, 60)}": lumenloom prove --list names them.`,
        'rows',
      );
    if (values.list) {
      const listed = tasks.map(({ id, group, what, source }) => ({ id, group, what, source }));
      if (values.json) stdout.write(jsonText({ version: VERSION, rows: listed }));
      else
        for (const line of columns(listed.map(({ id, what }) => [id, what])))
          stdout.write(`${line.trimEnd()}\n`);
      return 0;
    }
    const replaced =
      values.anchors === undefined ? new Map() : await readAnchors(values.anchors, all);
    const begun = performance.now();
    const progress = progressOn(stderr, 'Proving');
    const rows: ProofRow[] = [];
    for (const [i, task] of tasks.entries()) {
      rows.push(withAnchor(await task.run(terminal), replaced));
      progress.reach((i + 1) / tasks.length);
    }
    progress.end();
    const count = (held: boolean | null): number => rows.filter((row) => row.held === held).length;
    const proof = {
      version: VERSION,
      seconds: (performance.now() - begun) / 1e3,
      rows,
      held: count(true),
      missed: count(false),
      skipped: count(null),
    };
    if (values.out !== undefined) {
      await mkdir(values.out, { recursive: true });
      await writeFile(join(values.out, 'proof.json'), jsonText(proof));
      await writeFile(join(values.out, 'proof.csv'), csvOf(rows));
    }
    stdout.write(values.json ? jsonText(proof) : tableOf(proof));
    return proof.missed > 0 ? STATUS.failed : 0;
  },
);

/** Another figure for a row. */
interface Replacement {
  readonly theirs: number;
  readonly allowed: number | undefined;
}
type Replacements = ReadonlyMap<string, Replacement>;

/** @throws UsageError for an id that no row has, and for what is no number. */
async function readAnchors(path: string, tasks: readonly ProofTask[]): Promise<Replacements> {
  const json = await readJson(path);
  if (!isObject(json) || !Array.isArray(json['anchors']))
    throw new UsageError(`${path}: anchors: must be a list of {id, theirs, allowed}.`, 'anchors');
  return new Map(
    json['anchors'].map((entry: unknown, i) => {
      const { id, theirs, allowed } = isObject(entry) ? entry : {};
      if (typeof id !== 'string' || !tasks.some((task) => task.id === id))
        throw new UsageError(
          `${path}: anchors[${i}].id: no row has this id: lumenloom prove --list names them.`,
          `anchors[${i}].id`,
        );
      if (typeof theirs !== 'number' || !Number.isFinite(theirs))
        throw new UsageError(`${path}: anchors[${i}].theirs: must be a number.`);
      if (allowed !== undefined && !(typeof allowed === 'number' && allowed >= 0))
        throw new UsageError(`${path}: anchors[${i}].allowed: must be a number from 0.`);
      return [id, { theirs, allowed }] as const;
    }),
  );
}

function withAnchor(row: ProofRow, replaced: Replacements): ProofRow {
  const other = replaced.get(row.id);
  if (!other || row.ours === null) return row;
  const { theirs, allowed = row.allowed } = other;
  const difference = differenceOf(row.kind, theirs, row.ours);
  return { ...row, theirs, allowed, difference, held: difference <= allowed };
}

const KEYS = [
  'id',
  'group',
  'what',
  'theirs',
  'ours',
  'unit',
  'difference',
  'allowed',
  'kind',
  'source',
  'held',
  'note',
] as const;

const csvOf = (rows: readonly ProofRow[]): string =>
  csvText([KEYS, ...rows.map((row) => KEYS.map((key) => row[key]))]);

const shown = (value: number | null): string =>
  value === null ? '-' : String(Number(value.toPrecision(9)));

interface Proof {
  readonly rows: readonly ProofRow[];
  readonly held: number;
  readonly missed: number;
  readonly skipped: number;
  readonly seconds: number;
}

function tableOf({ rows, held, missed, skipped, seconds }: Proof): string {
  const lines = columns([
    ['', 'theirs', 'ours', 'difference', 'allowed', 'unit', 'held'],
    ...rows.map(({ what, theirs, ours, difference, allowed, unit, held: is }) => [
      what,
      shown(theirs),
      shown(ours),
      difference === null ? '-' : difference.toPrecision(2),
      `${allowed}`,
      unit,
      is === null ? 'skipped' : is ? 'yes' : 'MISSED',
    ]),
  ]);
  const notes = rows.flatMap(({ id, note }) => (note === null ? [] : [`${id}: ${note}.`]));
  const sources = [...new Set(rows.map(({ group, source }) => `${group}: ${source}`))];
  return [
    ...lines,
    '',
    `${held} held, ${missed} missed, ${skipped} skipped in ${seconds.toFixed(0)} s.`,
    ...notes,
    'Sources:',
    ...sources,
    '',
  ].join('\n');
}
