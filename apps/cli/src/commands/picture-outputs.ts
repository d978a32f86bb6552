import { writeFile } from 'node:fs/promises';
import {
  WAVELENGTHS,
  cameraColour,
  codeLevels,
  mosaicOf,
  type SimulationPlan,
  type SimulationResult,
  type StageSink,
} from '@lumenloom/engine';
import { writeDng, writeExr } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';

/** Options that name files for other programs. */
export const pictureOutputOptions = {
  dng: { type: 'string' },
  raw16: { type: 'string' },
  exr: { type: 'string' },
} as const;
export const PICTURE_OUTPUT_USAGE = '[--dng F] [--raw16 F] [--exr F]';

type Values = Readonly<Record<keyof typeof pictureOutputOptions, string | undefined>>;

/** Arrays of a run that the files need. */
interface Captured {
  raw?: Uint16Array;
  readonly irradiance: Float32Array[];
}

/** Files for other programs: what they take from a run, and how they are written. */
export interface PictureOutputs {
  /** Takes the arrays, and hands them on to another sink. */
  readonly sink: (other: StageSink | undefined) => StageSink | undefined;
  /** @throws UsageError when a file cannot be written. */
  readonly write: (
    result: SimulationResult,
    about: { readonly recipe: unknown; readonly log: string },
  ) => Promise<void>;
}

/** @throws UsageError when raw codes are wanted and the recipe has no sensor. */
export function pictureOutputs(values: Values, plan: SimulationPlan): PictureOutputs {
  const captured: Captured = { irradiance: [] };
  const { sensor } = plan;
  for (const option of ['dng', 'raw16'] as const)
    if (values[option] !== undefined && !sensor)
      throw new UsageError(`--${option} needs a sensor: the recipe has none.`);
  const wantsRaw = values.dng !== undefined || values.raw16 !== undefined;
  const wantsIrradiance = values.exr !== undefined;
  return {
    sink: (other) => (wantsRaw || wantsIrradiance ? tee(captured, wantsIrradiance, other) : other),
    write: async (result, about) => {
      const { grid } = plan;
      if (sensor && values.dng !== undefined)
        await save(
          values.dng,
          await writeDng({
            ...grid,
            codes: captured.raw!,
            mosaic: mosaicOf(sensor),
            sensor: sensor.label,
            ...codeLevels(sensor),
            exposureSeconds: result.report.sensor!.exposureSeconds,
            colour: cameraColour(plan, sensor),
            preview: result.image,
            recipe: JSON.stringify(about),
          }),
        );
      if (sensor && values.raw16 !== undefined) {
        const { buffer, byteOffset, byteLength } = captured.raw!;
        await save(values.raw16, new Uint8Array(buffer, byteOffset, byteLength));
        const sidecar = {
          rows: grid.rows,
          columns: grid.columns,
          type: 'uint16, little-endian, row by row',
          pattern: sensor.order ?? sensor.tile,
          bits: sensor.bits,
          ...codeLevels(sensor),
          exposureSeconds: result.report.sensor!.exposureSeconds,
          ...about,
        };
        await save(
          `${values.raw16}.json`,
          Buffer.from(`${JSON.stringify(sidecar, undefined, 2)}\n`),
        );
      }
      if (values.exr !== undefined)
        await save(
          values.exr,
          writeExr({
            ...grid,
            channels: new Map(
              captured.irradiance.map((plane, band) => [`${WAVELENGTHS[band]}nm`, plane]),
            ),
            attributes: {
              comments: 'irradiance, photons/(s m2 nm)',
              recipe: JSON.stringify(about.recipe),
            },
          }),
        );
    },
  };
}

/** A sink that keeps what the files need. */
const tee = (
  captured: Captured,
  wantsIrradiance: boolean,
  other: StageSink | undefined,
): StageSink => ({
  write: async (name, type, shape, pieces) => {
    const keeps = name === 'raw' || (name === 'irradiance' && wantsIrradiance);
    if (!keeps) return other?.write(name, type, shape, pieces);
    const kept: (Float32Array | Uint16Array)[] = [];
    // Pieces may be reused by whoever makes them.
    for await (const piece of pieces) kept.push(piece.slice());
    if (name === 'raw') captured.raw = kept[0] as Uint16Array;
    else captured.irradiance.splice(0, captured.irradiance.length, ...(kept as Float32Array[]));
    return other?.write(name, type, shape, again(kept));
  },
});

async function* again<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

async function save(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(path, bytes).catch((error: unknown) => {
    throw new UsageError(
      `${path} cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`,
    );
  });
}
