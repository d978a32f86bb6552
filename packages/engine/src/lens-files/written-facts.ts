import type { Glass } from '../optics/glass/refractive-index.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import { SimulationError } from '../simulation-error.ts';
import { codedNumbers } from './code-v-glass.ts';
import { D_LINE, type FileField } from './lens-draft.ts';
import type { LensFileFacts } from './lens-file-facts.ts';

/** What the file of a lens says besides the lens, as far as it goes out again. */
export type WrittenFacts = Pick<LensFileFacts, 'fields' | 'wavelengths' | 'primaryNm' | 'glasses'>;

/** Refuses what the format of a file, named by its ending, does not have. */
export const lackingIn =
  (ending: string) =>
  (what: string): never => {
    throw new SimulationError(
      'bad-parameter',
      `A ${ending} file has no ${what}; a .json file has.`,
    );
  };

/** @throws SimulationError for what no file of another program has. */
export function refuseOwnParts(file: LensFile, lacks: (what: string) => never): void {
  if (file.focalLengthMm !== undefined) lacks('scaling to a focal length (focalLengthMm)');
  if (file.groups || file.focusing) lacks('groups of surfaces (groups, focusing)');
  if (file.image?.tilt || file.image?.decentre) lacks('tilt of the sensor alone (image.tilt)');
  for (const [index, { tilt, decentre }] of file.surfaces.entries())
    if (tilt || decentre) lacks(`tilt of a surface alone (surfaces[${index}].tilt)`);
}

/**
 * The fields of a file; the half field where it has none, or object heights, whose object is at
 * infinity now.
 */
export const writtenFields = (
  { halfFieldDegrees }: LensFile,
  { fields }: WrittenFacts,
): readonly FileField[] =>
  fields.length > 0 && fields[0]!.kind !== 'object height'
    ? fields
    : [{ x: 0, y: halfFieldDegrees, kind: 'angle', weight: 1, vignetting: {} }];

/** The wavelengths of a file, and the number of the primary one, from 1. */
export function writtenWaves({ wavelengths, primaryNm }: WrittenFacts) {
  const waves = wavelengths.length > 0 ? wavelengths : [{ nm: D_LINE, weight: 1 }];
  const primary = Math.max(
    0,
    waves.findIndex(({ nm }) => nm === primaryNm),
  );
  return { waves, primary: primary + 1 };
}

/** The distance behind a surface, mm; behind the last one, to the sensor. */
export function writtenThickness({ surfaces, imageDistance }: LensFile, index: number): number {
  const { thickness } = surfaces[index]!;
  return index === surfaces.length - 1 && imageDistance !== undefined
    ? Math.sign(thickness || 1) * imageDistance
    : thickness;
}

/**
 * Index, Abbe number and deviation of the partial dispersion of a glass whose name has them;
 * undefined for another name.
 */
export function modelNumbers(
  name: string,
): readonly [nd: number, abbe: number, deviation: number] | undefined {
  const [, nd, abbe, deviation = 0] = /^model (\S+) (\S+)(?: (\S+))?$/.exec(name) ?? [];
  if (nd !== undefined) return [Number(nd), Number(abbe), Number(deviation)];
  const [, plain] = /^index (\S+)$/.exec(name) ?? [];
  if (plain !== undefined) return [Number(plain), 0, 0];
  const [index, number] = codedNumbers(name) ?? [];
  return index === undefined ? undefined : [index, number!, 0];
}

/** A glass that the file itself describes, by its name; undefined for one of a catalogue. */
export const ownGlass = (
  { glasses = {} }: LensFile,
  { glasses: known }: WrittenFacts,
  name: string,
): Glass | undefined =>
  known.some((one) => one.name === name && one.as === null) ? glasses[name] : undefined;
