import type { FieldValue } from '../field-descriptor.ts';
import { limitProblem, toEngineUnits, type Field } from '../field-descriptor.ts';
import type { Host } from '../host.ts';
import { ispFields, type IspParameters } from '../isps/fast-open-isp/order.ts';
import { runIsp, type RawMosaic } from '../isps/fast-open-isp/run-isp.ts';

/** An array of the reference: its hash and, where the bytes themselves are kept, their file. */
export interface GoldenArray {
  readonly shape: readonly number[];
  readonly sha256: string;
  readonly file?: string;
}

/** One run of Fast-openISP. */
export interface IspCase {
  readonly name: string;
  readonly ui_params: Readonly<Record<string, unknown>>;
  readonly steps: readonly {
    readonly module: string;
    readonly outputs: Readonly<Record<string, GoldenArray>>;
  }[];
  readonly final_rgb: GoldenArray;
}

/** What reads and hashes the arrays of a case. */
export interface CaseReader {
  readonly mosaic: RawMosaic;
  readonly bytesOf: (array: GoldenArray) => Uint8Array;
  readonly hashOf: (array: ArrayBufferView) => string;
}

/** How far a run of ours is from the case. */
export interface IspDifferences {
  /** Arrays whose bits differ; those of SCL, which computes in fixed point, apart. */
  readonly differing: readonly string[];
  readonly arrays: number;
  /** Largest difference of the arrays of SCL, and of a picture that SCL has scaled, codes. */
  readonly scaledCodes: number;
  readonly pictureCodes: number;
  readonly path: string;
}

const arrayName = (array: string): string =>
  array === 'edge_map' ? array : array.replace('_image', '');

/** Runs a case, and compares every array of every module and the picture. */
export async function compareIspCase(
  golden: IspCase,
  { mosaic, bytesOf, hashOf }: CaseReader,
  host: Pick<Host, 'parallel' | 'now' | 'loadKernel'>,
): Promise<IspDifferences> {
  const hashes = new Map<string, string>();
  const scaled = new Map<string, Uint8Array | Uint16Array | Int16Array>();
  const { image, report } = await runIsp(
    mosaic,
    ispParametersOf(golden.ui_params),
    host,
    { stopped: () => false, log: () => undefined, progress: () => undefined },
    {
      write: ({ index, module, array, shape, data }) => {
        const key = `${index} ${module} ${array} ${shape.join('x')}`;
        hashes.set(key, hashOf(data));
        if (module === 'scl') scaled.set(key, data.slice());
        return Promise.resolve();
      },
    },
  );
  const wanted = golden.steps.flatMap(({ module, outputs }, index) =>
    Object.entries(outputs).map(([array, output]) => ({
      key: `${index + 1} ${module} ${arrayName(array)} ${output.shape.join('x')}`,
      module,
      output,
    })),
  );
  const keys = new Set(wanted.map(({ key }) => key));
  const isScaled = golden.steps.at(-1)!.module === 'scl';
  const size = [image.rows, image.columns, ...(image.channels === 1 ? [] : [image.channels])];
  const pictureDiffers =
    size.join() !== golden.final_rgb.shape.join() ||
    (!isScaled && hashOf(image.data) !== golden.final_rgb.sha256);
  return {
    differing: [
      ...wanted.flatMap(({ key, module, output }) =>
        module !== 'scl' && hashes.get(key) !== output.sha256 ? [key] : [],
      ),
      ...[...hashes.keys()].filter((key) => !keys.has(key)),
      ...(pictureDiffers ? ['picture'] : []),
    ],
    arrays: wanted.length + 1,
    scaledCodes: Math.max(
      0,
      ...wanted.flatMap(({ key, module, output }) =>
        module === 'scl' ? [largestDifference(scaled.get(key), bytesOf(output))] : [],
      ),
    ),
    pictureCodes: isScaled ? largestDifference(image.data, bytesOf(golden.final_rgb)) : 0,
    path: report.path,
  };
}

/** Infinite where lengths differ. */
function largestDifference(ours: ArrayLike<number> | undefined, theirs: ArrayLike<number>): number {
  if (ours?.length !== theirs.length) return Infinity;
  let most = 0;
  for (let i = 0; i < theirs.length; i += 1) most = Math.max(most, Math.abs(ours[i]! - theirs[i]!));
  return most;
}

/**
 * Parameters in engine units from strings as they are typed in the dialog. They are within the
 * limits of their fields.
 */
export function ispParametersOf(texts: Readonly<Record<string, unknown>>): IspParameters {
  const numbers = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(numbers) : typeof value === 'string' ? Number(value) : value;
  const fields: readonly Field[] = ispFields;
  const values = Object.fromEntries(
    fields.map((field) => {
      const text = texts[field.key] ?? field.default;
      const value =
        field.kind === 'pair' && typeof text === 'string'
          ? text.split(',').map(Number)
          : field.kind === 'choice'
            ? text
            : numbers(text);
      if (field.kind === 'number') {
        const problem = limitProblem(field, value as number);
        if (problem !== undefined) throw new Error(problem);
      }
      return [field.key, value as FieldValue];
    }),
  );
  return toEngineUnits(ispFields, values);
}
