import { createHash, type Hash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npyHeader } from '@lumenloom/engine';
import { provenRow, skippedRow, type Anchor, type ProofRow } from '@lumenloom/engine/prove';
import type { CommandTerminal } from '../command.ts';
import type { ProofTask } from './proof-task.ts';

/** Figures of the EMVA committee's code on frames of this product, and how the frames are made. */
export interface EmvaAnchors {
  readonly sensor: {
    readonly sensorParams: {
      readonly well_capacity: number;
      readonly rows: number;
      readonly cols: number;
      readonly pixel_size: number;
    };
    readonly quantumEfficiency: { readonly white: readonly number[] };
  };
  readonly sha256: { readonly value: string };
  readonly figures: readonly (Omit<Anchor, 'group' | 'what' | 'source'> & {
    readonly key: string;
  })[];
}

const [EXPOSURE, BANDS, BAND, BAND_NM, FPN_SEED] = [0.01, 31, 15, 10, 7] as const;

/** Stacks in the order of the hash: name, photons per pixel, frames, seed. */
function stacksOf({ sensor }: EmvaAnchors) {
  const full = sensor.sensorParams.well_capacity / sensor.quantumEfficiency.white[0]!;
  return [
    ...Array.from({ length: 50 }, (_, i) => ({
      name: `t${i}`,
      photons: (i / 49) * 1.12 * full,
      frames: 2,
      seed: 1000 + 10 * i,
    })),
    { name: 'dark', photons: 0, frames: 100, seed: 5000 },
    { name: 'half', photons: 0.5 * full, frames: 100, seed: 6000 },
  ];
}

/** The figures that the product measures on these frames; undefined where the frames changed. */
async function measuredFigures(
  anchors: EmvaAnchors,
  terminal: CommandTerminal,
): Promise<Readonly<Record<string, number>> | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-prove-'));
  try {
    await writeFile(join(folder, 'sensor.json'), JSON.stringify(anchors.sensor));
    const hash = createHash('sha256');
    const listed: object[] = [];
    for (const stack of stacksOf(anchors)) {
      await takeStack(anchors, stack, folder, { terminal, hash });
      listed.push({ file: `${stack.name}.npy`, exposure: EXPOSURE, photons: stack.photons });
    }
    if (hash.digest('hex') !== anchors.sha256.value) return undefined;
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ frames: listed }));
    const text = await outputOf(terminal, ['emva1288', '--frames-dir', folder, '--json']);
    const { measured } = JSON.parse(text) as {
      readonly measured: Readonly<Record<string, number>>;
    };
    return measured;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Exposes the sensor to even light by the command that does it for users. */
async function takeStack(
  { sensor: { sensorParams } }: EmvaAnchors,
  { name, photons, frames, seed }: ReturnType<typeof stacksOf>[number],
  folder: string,
  { terminal, hash }: { readonly terminal: CommandTerminal; readonly hash: Hash },
): Promise<void> {
  const { rows, cols, pixel_size: micrometres } = sensorParams;
  const irradiance = new Float32Array(BANDS * rows * cols);
  irradiance.fill(
    photons / ((micrometres * 1e-6) ** 2 * EXPOSURE * BAND_NM),
    BAND * rows * cols,
    (BAND + 1) * rows * cols,
  );
  const light = join(folder, 'light.npy');
  await writeFile(
    light,
    Buffer.concat([npyHeader('float32', [BANDS, rows, cols]), Buffer.from(irradiance.buffer)]),
  );
  const out = join(folder, 'out');
  await mkdir(out, { recursive: true });
  await outputOf(terminal, [
    ...['sensor', light, '--sensor-file', join(folder, 'sensor.json')],
    ...['--exposure', `${EXPOSURE}`, '--frames', `${frames}`, '--fpn-seed', `${FPN_SEED}`],
    ...['--seed', `${seed}`, '--threads', '1', '--out', out],
  ]);
  const raw = join(out, 'raw.npy');
  const bytes = await readFile(raw);
  hash.update(bytes.subarray(bytes.length - 2 * frames * rows * cols));
  await rename(raw, join(folder, `${name}.npy`));
}

/** What a command prints. */
async function outputOf(terminal: CommandTerminal, args: readonly string[]): Promise<string> {
  const parts: string[] = [];
  const sink = {
    write: (text: string) => {
      parts.push(text);
      return true;
    },
  };
  await terminal.perform(args, {
    ...terminal,
    stdout: sink as never,
    stderr: { write: () => true },
  });
  return parts.join('');
}

/** The nine figures; the frames are made once. */
export function emvaTasks(anchors: EmvaAnchors, source: string): readonly ProofTask[] {
  let figures: ReturnType<typeof measuredFigures> | undefined;
  return anchors.figures.map(({ key, id, theirs, unit, allowed, kind }) => {
    const anchor: Anchor = {
      id,
      group: 'emva',
      what: `EMVA 1288: ${key}`,
      theirs,
      unit,
      allowed,
      kind,
      source,
    };
    return {
      ...anchor,
      run: async (terminal: CommandTerminal): Promise<ProofRow> => {
        figures ??= measuredFigures(anchors, terminal);
        const found = await figures;
        return found
          ? provenRow(anchor, found[key] ?? NaN)
          : skippedRow(anchor, 'the frames changed: run the original again');
      },
    };
  });
}
