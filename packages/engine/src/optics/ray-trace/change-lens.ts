import type { GlassCatalogue } from '../glass/glass-catalogue.ts';
import {
  GLASSES,
  powerOf,
  refractiveIndex,
  scaledGlass,
  type Glass,
} from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import { focalLengthOf } from './first-order.ts';
import { REFERENCE_LINE, scaledSurfaces } from './lens-design.ts';
import { readGroups, readLensFile, type LensFile, type SurfaceRow } from './lens-file.ts';
import { placed, valueOfSteps } from './configurations.ts';
import type { ActionPart, LensPart } from './lens-path.ts';
import type { Move, MovedGroup, Triple } from './placement.ts';
import { bendOf, shapeValue, withShapeValue } from './surfaces/shape-row.ts';

/** A new value for a part of a lens. */
export interface LensChange {
  readonly part: LensPart;
  /**
   * Lengths in mm, before the lens is scaled to its focal length, as in the file; index at 587.5618
   * nm; tilts in degrees; the name of a glass.
   */
  readonly value: number | string;
}

/** What a lens is made of while it is changed. */
interface Changing {
  readonly name: string;
  readonly surfaces: SurfaceRow[];
  readonly glasses: Record<string, Glass>;
  readonly groups: MovedGroup[];
  image: Move;
}

/**
 * A lens with other numbers or glasses, as if it had been made so: it keeps the scale of the
 * unchanged lens and its distance to the sensor, so its focal length and focus change. A new index
 * scales n² − 1 of the glass at all wavelengths.
 *
 * @param catalogue of glasses that the lens does not have itself.
 * @throws SimulationError 'bad-parameter' naming `surfaces[i]` where the file has no surface with
 *   that property, and `surfaces[i].property` for a value that cannot be used; the same for groups
 *   and the image plane.
 */
export function changeLens(
  file: LensFile,
  changes: readonly LensChange[],
  catalogue?: GlassCatalogue,
): LensFile {
  const native = nativeFocalLength(file);
  const scale = (file.focalLengthMm ?? native) / native;
  const changing: Changing = {
    name: file.name,
    surfaces: file.surfaces.map((row) => ({ ...row })),
    glasses: { ...file.glasses },
    groups: [...(file.groups ?? [])],
    image: file.image ?? {},
  };
  for (const change of changes) apply(changing, change);
  const { surfaces, glasses, groups, image } = changing;
  // The last thickness is the distance to the sensor where the file does not give that by itself.
  const changed = readLensFile(
    {
      ...file,
      surfaces,
      glasses,
      focalLengthMm: undefined,
      ...(groups.length > 0 && { groups }),
      ...(Object.keys(image).length > 0 && { image }),
    },
    catalogue,
  );
  return { ...changed, focalLengthMm: nativeFocalLength(changed) * scale };
}

/**
 * A lens with other groups of surfaces in place of its own.
 *
 * @param groups as a lens file has them, unchecked.
 * @throws SimulationError naming the group and the field that is wrong.
 */
export const withGroups = (file: LensFile, groups: unknown): LensFile => ({
  ...file,
  groups: readGroups(groups, file.surfaces.length),
});

/** A number of a surface that tolerances change first, with its value in the file. */
export interface ChangeableNumber {
  readonly surface: number;
  readonly property: 'radius' | 'thickness' | 'index';
  readonly value: number;
}

/** Radii, thicknesses and indices of a lens with their values in the file. */
export const changeableOf = ({ surfaces, glasses }: LensFile): readonly ChangeableNumber[] =>
  surfaces.flatMap(({ radius, thickness, glass }, surface): ChangeableNumber[] => [
    ...(radius === null ? [] : [{ surface, property: 'radius', value: radius } as const]),
    { surface, property: 'thickness', value: thickness },
    ...(glass === null
      ? []
      : [
          {
            surface,
            property: 'index',
            value: refractiveIndex(glasses?.[glass] ?? GLASSES[glass]!, REFERENCE_LINE),
          } as const,
        ]),
  ]);

/**
 * The value of a part of a lens in its file, in the units of `LensChange`; undefined where the lens
 * has no such part: a radius of a plane, an index of air, a group that is not there.
 */
export function lensValueOf(file: LensFile, part: LensPart): number | string | undefined {
  if (part.part === 'image') return moveOf(file.image ?? {}, part);
  if (part.part === 'group') {
    const group = file.groups?.[part.at];
    return group && moveOf(group, part);
  }
  const row = file.surfaces[part.at];
  if (!row) return undefined;
  switch (part.property) {
    case 'index':
      return row.glass === null
        ? undefined
        : refractiveIndex(file.glasses?.[row.glass] ?? GLASSES[row.glass]!, REFERENCE_LINE);
    case 'glass':
      return row.glass ?? undefined;
    case 'thickness':
    case 'semiDiameter':
      return row[part.property];
    case 'tilt':
    case 'decentre':
      return row[part.property]?.[part.component] ?? 0;
    case 'phase':
    case 'thin':
    case 'before':
      return actionValue(row, part);
    default:
      return shapeValue(row, part);
  }
}

const moveOf = (
  move: Move,
  { property, component }: { readonly property: 'tilt' | 'decentre'; readonly component: number },
): number => move[property]?.[component] ?? 0;

/** Where a part stands in a lens file, and the part itself. */
function placeOf(part: LensPart): string {
  if (part.part === 'image') return 'image';
  return `${part.part}s[${part.at}]`;
}
const fieldOf = (part: LensPart): string =>
  'steps' in part
    ? `${placeOf(part)}${part.steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`
    : `${placeOf(part)}.${part.property}${'component' in part ? `[${part.component}]` : ''}`;

/** A number of what a surface does; a move may leave out a tilt or decentre of 0. */
function actionValue(row: SurfaceRow, { property, steps }: ActionPart): number | undefined {
  const value = valueOfSteps(row, steps);
  if (typeof value === 'number') return value;
  return property === 'before' && valueOfSteps(row, steps.slice(0, 2)) !== undefined
    ? 0
    : undefined;
}

function withAction(change: LensChange, row: SurfaceRow, part: ActionPart): SurfaceRow {
  if (actionValue(row, part) === undefined)
    throw refusal(change, 'the surface has no such number in its file.', placeOf(change.part));
  const triple = part.steps.slice(0, -1);
  const whole =
    part.property === 'before' && valueOfSteps(row, triple) === undefined
      ? placed(row, triple, [0, 0, 0])
      : row;
  return placed(whole, part.steps, change.value) as SurfaceRow;
}

const refusal = ({ part }: LensChange, why: string, field = fieldOf(part)): SimulationError =>
  new SimulationError('bad-parameter', `${fieldOf(part)} cannot be changed: ${why}`, field);

/** Before scaling. */
function nativeFocalLength(file: LensFile): number {
  return focalLengthOf(scaledSurfaces(file.surfaces, file.glasses, 1), REFERENCE_LINE);
}

const replaced = (triple: Triple | undefined, component: number, value: number): Triple =>
  [0, 1, 2].map((axis) =>
    axis === component ? value : (triple?.[axis] ?? 0),
  ) as unknown as Triple;

function apply(changing: Changing, change: LensChange): void {
  const { part, value } = change;
  if (part.part === 'surface' && part.property === 'glass') {
    const row = surfaceOf(changing, change, part.at);
    if (row.glass === null)
      throw refusal(change, 'there is air behind this surface.', placeOf(part));
    if (typeof value !== 'string') throw refusal(change, 'it must be the name of a glass.');
    changing.surfaces[part.at] = { ...row, glass: value };
    return;
  }
  if (typeof value !== 'number') throw refusal(change, 'it must be a number.');
  if (part.part === 'image') {
    const { property, component } = part;
    changing.image = {
      ...changing.image,
      [property]: replaced(changing.image[property], component, value),
    };
  } else if (part.part === 'group') {
    const { at, property, component } = part;
    const group = changing.groups[at];
    if (!group)
      throw refusal(
        change,
        `${changing.name} has ${changing.groups.length === 0 ? 'no groups' : `groups 0 to ${changing.groups.length - 1}`}; groups of the document replace those of the lens.`,
        placeOf(part),
      );
    changing.groups[at] = { ...group, [property]: replaced(group[property], component, value) };
  } else changeSurface(changing, change, part, value);
}

function surfaceOf({ surfaces, name }: Changing, change: LensChange, at: number): SurfaceRow {
  const row = surfaces[at];
  if (row) return row;
  throw refusal(
    change,
    `${name} has surfaces 0 to ${surfaces.length - 1} in its file.`,
    placeOf(change.part),
  );
}

function changeSurface(
  changing: Changing,
  change: LensChange,
  part: Extract<LensPart, { part: 'surface' }>,
  value: number,
): void {
  const row = surfaceOf(changing, change, part.at);
  const set = (keys: Partial<SurfaceRow>): void => {
    changing.surfaces[part.at] = { ...row, ...keys };
  };
  switch (part.property) {
    case 'index':
      set({ glass: glassOfIndex(changing, change, row, part.at) });
      break;
    case 'tilt':
    case 'decentre':
      set({ [part.property]: replaced(row[part.property], part.component, value) });
      break;
    case 'thickness':
    case 'semiDiameter':
      set({ [part.property]: value });
      break;
    case 'glass':
      break;
    case 'phase':
    case 'thin':
    case 'before':
      changing.surfaces[part.at] = withAction(change, row, part);
      break;
    default:
      if (bendOf(part.property) !== undefined && shapeValue(row, part) === undefined)
        throw refusal(change, 'this surface is plane and has no radius.', placeOf(part));
      changing.surfaces[part.at] = withShapeValue(row, part, value);
  }
}

/** The name of a glass with another index, which joins the glasses of the lens. */
function glassOfIndex(
  { glasses }: Changing,
  change: LensChange,
  row: SurfaceRow,
  surface: number,
): string {
  const value = Number(change.value);
  if (row.glass === null)
    throw refusal(change, 'there is air behind this surface.', placeOf(change.part));
  if (!(value > 1)) throw refusal(change, `an index of glass is more than 1, not ${value}.`);
  const glass = glasses[row.glass] ?? GLASSES[row.glass]!;
  const power = powerOf(glass);
  const factor = (value ** power - 1) / (refractiveIndex(glass, REFERENCE_LINE) ** power - 1);
  // Each surface gets a glass of its own: another one of the same name stays as it is.
  const name = `${row.glass} behind surface ${surface}`;
  glasses[name] = scaledGlass(glass, factor);
  return name;
}
