import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtKernel } from '../../../references/isp/built-kernel.ts';
import { hashOf } from '../../../references/isp/golden-case.ts';
import {
  limitProblem,
  toEngineUnits,
  type Field,
  type FieldValue,
} from '../../field-descriptor.ts';
import { BAYER_PHASES } from './bayer-phases.ts';
import { FUSIONS } from './fusions/list.ts';
import { isps } from '../list.ts';
import { loadIsp } from './load-isp.ts';
import {
  ISP_MODULES,
  ispFields,
  type AnyModule,
  type AnyStep,
  type IspParameters,
  type LoadedStep,
} from './order.ts';
import { output } from './output.ts';
import { PLANES, newPlane, type PlaneName, type Planes } from './planes.ts';
import type { AnyPart, CountingPart, StepFunctions } from './step-code.ts';

/** Requirements for every module, described in docs/adding-an-isp-module.md. */

const modules: readonly AnyModule[] = ISP_MODULES;
const ids = modules.map(({ id }) => id);
const plain = await loadIsp({ loadKernel: async () => undefined });
const simd = await loadIsp({ loadKernel: builtKernel });

/**
 * The modules of Fast-openISP. Other modules may stand between them; they must be off by default.
 */
const REFERENCE = 'DPC BLC AAF AWB CNF CFA CCM GAC CSC NLM BNF CEH EEH FCS HSC BCC SCL'.split(' ');
const isOfReference = ({ label }: { readonly label: string }): boolean => REFERENCE.includes(label);

describe('the list and the folders', () => {
  const folders = readdirSync(new URL('modules/', import.meta.url));
  const has = (file: string): boolean => existsSync(new URL(file, import.meta.url));

  it.each(folders)('modules/%s/ has its line in order.ts, and all its files', async (name) => {
    const exports = Object.values(
      (await import(`./modules/${name}/descriptor.ts`)) as Record<string, unknown>,
    );
    expect(modules.filter((module) => exports.includes(module)).map(({ id }) => id)).toEqual([
      name,
    ]);
    for (const file of ['apply.ts', 'apply.test.ts'])
      expect(has(`modules/${name}/${file}`), file).toBe(true);
    const loaded = await modules.find(({ id }) => id === name)!.load();
    expect(has(`modules/${name}/simd.ts`)).toBe('simd' in loaded);
    expect(has(`modules/${name}/assembly/${name}.ts`)).toBe('simd' in loaded);
  });
  it('there is a folder for every line', () => {
    expect(folders.toSorted()).toEqual(ids.toSorted());
  });
});

describe('the chain', () => {
  it('has the modules of the reference in their order, on by default but SCL; all others are off', () => {
    expect(modules.filter(isOfReference).map(({ label }) => label)).toEqual(REFERENCE);
    expect(modules.filter(({ fields }) => fields[0].default).map(({ label }) => label)).toEqual(
      REFERENCE.filter((label) => label !== 'SCL'),
    );
  });

  it('needs only what runs before', () => {
    for (const [index, { needs = [] }] of modules.entries())
      for (const need of needs) expect(ids.slice(0, index)).toContain(need);
  });

  it('begins each module with its switch; all keys are its own and appear once', () => {
    for (const { id, label, fields } of modules) {
      expect(fields[0]).toMatchObject({ kind: 'switch', key: `${id}Enabled`, label });
      for (const { key } of fields) expect(key.startsWith(id)).toBe(true);
    }
    expect(new Set(ispFields.map(({ key }) => key)).size).toBe(ispFields.length);
    expect(isps.fastOpenIsp.fields).toBe(ispFields);
  });

  it('has defaults within their limits', () => {
    for (const field of ispFields as readonly Field[]) {
      const values =
        field.kind === 'number'
          ? [field.default]
          : field.kind === 'pair' || field.kind === 'matrix'
            ? field.default.flat()
            : [];
      for (const value of values)
        expect('unit' in field ? limitProblem(field, value) : undefined).toBeUndefined();
    }
  });
});

describe('joint kernels', () => {
  it.each(FUSIONS)('$id takes steps that follow each other in the chain', ({ steps }) => {
    const chain = [...ids, output.id].filter((id) => id !== 'scl');
    const from = chain.indexOf(steps[0]!);
    expect(chain.slice(from).filter((id) => steps.includes(id as never))).toEqual(steps);
    const members = steps.map((id) => plain.steps.get(id)!);
    // Planes between the steps are not stored, so only the first may read neighbours. A part has
    // counters for one step.
    expect(members.slice(1).every(({ step }) => step.perPixel)).toBe(true);
    expect(members.filter(({ code }) => code.figures).length).toBeLessThanOrEqual(1);
  });
});

const [ROWS, COLUMNS, BITS] = [24, 20, 10];
const SATURATION = 2 ** BITS - 1;
const frame = { rows: ROWS, columns: COLUMNS, phases: BAYER_PHASES.grbg, saturation: SATURATION };
const memory = (bytes: number): ArrayBuffer => new ArrayBuffer(bytes);

/** A plane of pseudo-random values in its range. */
function noise(name: PlaneName): Planes[PlaneName] {
  const plane = newPlane(name, ROWS * COLUMNS, memory);
  let state = 7;
  for (let at = 0; at < plane.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const value = state >>> 9;
    plane[at] = PLANES[name].type === 'uint16' ? value % (SATURATION + 1) : value % 256;
  }
  return plane;
}

/**
 * Number fields with their default plus 2, where the limits allow it, because some modules change
 * nothing with their defaults.
 */
const nudged = (fields: readonly Field[]): Readonly<Record<string, FieldValue>> =>
  Object.fromEntries(
    fields
      .filter((field) => field.kind === 'number')
      .filter((field) => limitProblem(field, field.default + 2) === undefined)
      .map((field) => [field.key, field.default + 2]),
  );

/** The planes that a step reads; for one that works on any form of picture, luma and chroma. */
const sourceOf = ({ reads, whateverIsThere }: AnyStep): Partial<Planes> =>
  Object.fromEntries(
    reads
      .filter((name) => !whateverIsThere || name === 'y' || name === 'cbcr')
      .map((name) => [name, noise(name)]),
  );

/** The output of a step: hashes of its planes and tables, and its counts. */
interface Outcome {
  readonly planes: Readonly<Record<string, string>>;
  readonly tables: readonly string[];
  readonly counts: readonly number[];
}

/**
 * Runs a step on all rows, in parts of so many rows; undefined when the parameters change nothing.
 */
function develop(
  { step, code }: LoadedStep,
  functions: StepFunctions,
  values: Readonly<Record<string, FieldValue>>,
  { perPart, inPlace }: { readonly perPart: number; readonly inPlace: boolean },
): Outcome | undefined {
  const tables = code.prepare(toEngineUnits(ispFields, values), frame);
  if (!tables) return undefined;
  const source = sourceOf(step);
  const before = structuredClone(source);
  const part = { source, tables, rows: ROWS, columns: COLUMNS };
  const inParts = (units: number, size: number, run: (from: number, to: number) => void): void => {
    for (let from = 0; from < units; from += size) run(from, Math.min(units, from + size));
  };
  if (code.survey)
    inParts(code.surveyUnits?.(tables) ?? 1, perPart, (from, to) => {
      functions.survey!({ ...part, from, to });
    });
  const { rows, columns } = code.resultSize?.(tables) ?? frame;
  const made = step.replaces.filter((name) => !step.whateverIsThere || name in source);
  const target: Partial<Planes> = Object.fromEntries(
    made.map((name) => [
      name,
      (inPlace ? source[name] : undefined) ?? newPlane(name, rows * columns, memory),
    ]),
  );
  const counts = [0, 0, 0];
  inParts(rows, perPart, (from, to) => {
    const counted = new Int32Array(4);
    const own: AnyPart & CountingPart = { ...part, target, from, to, counts: counted };
    functions.apply(own);
    for (const i of counts.keys()) counts[i]! += counted[i]!;
  });
  if (!inPlace) expect(source).toEqual(before);
  return {
    planes: Object.fromEntries(made.map((name) => [name, hashOf(target[name]!)])),
    tables: Object.values(tables)
      .filter((table) => ArrayBuffer.isView(table))
      .map(hashOf),
    counts,
  };
}

describe.each(modules)('$label', (module) => {
  it('finds its planes when nothing runs but what it needs', () => {
    const wanted = new Set([module.id]);
    for (const { id, needs = [] } of modules.toReversed())
      if (wanted.has(id)) for (const need of needs) wanted.add(need);
    let present: readonly PlaneName[] = ['bayer'];
    for (const { id, replaces, whateverIsThere } of modules) {
      if (id === module.id) break;
      if (!wanted.has(id) || whateverIsThere) continue;
      const forms = replaces.map((name) => PLANES[name].form);
      present = [...present.filter((name) => forms.includes(PLANES[name].form)), ...replaces];
    }
    if (module.whateverIsThere)
      expect(module.reads.some((name) => present.includes(name))).toBe(true);
    else for (const name of module.reads) expect(present).toContain(name);
  });

  // What was developed with other values of these is not taken from memory again.
  it('reads no parameters but those that its record names', () => {
    const read = new Set<string>();
    const parameters = new Proxy(toEngineUnits(ispFields, nudged(module.fields)), {
      get: (values, key: keyof IspParameters) => {
        read.add(key);
        return values[key];
      },
    });
    plain.steps.get(module.id)!.code.prepare(parameters, frame);
    const named = [...module.fields.map(({ key }) => key), ...(module.alsoReads ?? [])];
    expect([...read].filter((key) => !named.includes(key))).toEqual([]);
  });

  it.each([
    ['its defaults', {}],
    ['other numbers', nudged(module.fields)],
  ] as const)('gives the same in parts, in place and on its kernel, with %s', (_case, values) => {
    const step = plain.steps.get(module.id)!;
    const slow = plain.walks.get(module.id)!;
    const whole = develop(step, slow, values, { perPart: 1e6, inPlace: false });
    expect(develop(step, slow, values, { perPart: 6, inPlace: false })).toEqual(whole);
    const fast = simd.walks.get(module.id)!;
    expect(develop(step, fast, values, { perPart: 1e6, inPlace: false })).toEqual(whole);
    expect(develop(step, fast, values, { perPart: 6, inPlace: false })).toEqual(whole);
    if (!module.perPixel) return;
    expect(develop(step, slow, values, { perPart: 6, inPlace: true })).toEqual(whole);
    expect(develop(step, fast, values, { perPart: 6, inPlace: true })).toEqual(whole);
  });
});
