import { SimulationError } from '../../simulation-error.ts';
import { MAKERS, withoutMaker } from '../glass/find-glass.ts';
import { loadGlassCatalogue } from '../glass/glass-catalogue.ts';
import type { ThermalRecord } from '../glass/heated-glass.ts';
import { materialOf, successorsOf } from '../glass/named-materials.ts';
import { GLASSES, abbeFigures, refractiveIndex, type Glass } from '../glass/refractive-index.ts';
import type { LensFile } from '../ray-trace/lens-file.ts';
import type { Environment } from './environment.ts';

/** A glass of thermal.json. */
interface ThermalGlass extends ThermalRecord {
  readonly name: string;
  readonly maker?: string;
}

interface ThermalTable {
  readonly plastics: readonly ThermalGlass[];
  readonly glasses: readonly ThermalGlass[];
}

/** A lens whose glasses have what heat does to them. */
interface ThermalLens {
  readonly file: LensFile;
  /** What was decided about glasses, one sentence each. */
  readonly notes: readonly string[];
}

/** A glass of a lens whose index is farther off is another one. */
const SAME_GLASS = 0.02;
/** Wavelengths at which glasses are compared. */
const COMPARED_NM = [450, 587.5618, 650];
/** Distances that count alike where the nearest glass is looked for. */
const [INDEX_STEP, ABBE_STEP] = [0.005, 1];

const isKnown = ({ dispersion, dndT, expansion }: ThermalRecord): boolean =>
  expansion !== undefined && (dispersion !== undefined || dndT !== undefined);

const lettersOf = (name: string): string => name.toUpperCase().replace(/[-_ ]/g, '');

/** Names by which a glass of a lens may be known, the likeliest first. */
function namesOf(name: string): readonly (readonly [name: string, maker?: string])[] {
  const [bare, maker] = withoutMaker(name.replace(/ behind surface \d+$/, ''));
  const material = materialOf(bare)?.name;
  return [
    maker === undefined ? [bare] : [bare, maker],
    ...(material === undefined ? [] : [[material] as const]),
    ...successorsOf(bare).map((successor) => [successor, 'SCHOTT'] as const),
  ];
}

/** What heat does to the glasses of the makers. */
async function loadThermal() {
  const [{ default: table }, catalogue] = await Promise.all([
    import('./thermal.json', { with: { type: 'json' } }) as Promise<{
      readonly default: ThermalTable;
    }>,
    loadGlassCatalogue(),
  ]);
  const glasses = new Map<string, Glass>(
    MAKERS.flatMap((maker) =>
      catalogue
        .madeBy(maker)
        .map(({ name, glass }) => [`${maker} ${lettersOf(name)}`, glass] as const),
    ),
  );
  return {
    all: [...table.plastics, ...table.glasses],
    glassOf: ({ name, maker = '' }: ThermalGlass): Glass | undefined =>
      glasses.get(`${maker} ${lettersOf(name)}`) ?? materialOf(name)?.glass,
  };
}

type Thermal = Awaited<ReturnType<typeof loadThermal>>;
let loaded: Promise<Thermal> | undefined;

/** How far the indices of two glasses are apart. */
const farBetween = (one: Glass, other: Glass): number =>
  Math.max(
    ...COMPARED_NM.map((nm) => Math.abs(refractiveIndex(one, nm) - refractiveIndex(other, nm))),
  );

/** The constants of a glass by its name; undefined where none are known. */
function byName({ all, glassOf }: Thermal, name: string, glass: Glass): ThermalGlass | undefined {
  for (const [known, maker] of namesOf(name)) {
    const [nearest] = all
      .flatMap((one) => {
        const isNamed =
          isKnown(one) &&
          lettersOf(one.name) === lettersOf(known) &&
          (maker === undefined || one.maker === maker);
        const theirs = isNamed ? glassOf(one) : undefined;
        return theirs ? [{ one, far: farBetween(glass, theirs) }] : [];
      })
      .toSorted((a, b) => a.far - b.far);
    if (nearest && nearest.far < SAME_GLASS) return nearest.one;
  }
  return undefined;
}

/** The glass with constants that is nearest in index and dispersion. */
function nearestTo({ all, glassOf }: Thermal, index: number, abbe: number): ThermalGlass {
  const farOf = (one: ThermalGlass): number => {
    const glass = isKnown(one) && one.maker !== undefined ? glassOf(one) : undefined;
    if (!glass) return Infinity;
    const figures = abbeFigures(glass);
    return Math.abs(figures.index - index) / INDEX_STEP + Math.abs(figures.abbe - abbe) / ABBE_STEP;
  };
  return all.reduce((best, one) => (farOf(one) < farOf(best) ? one : best));
}

const recordOf = ({
  dispersion,
  dndT,
  expansion,
  catalogueCelsius,
}: ThermalRecord): ThermalRecord => ({
  ...(dispersion && { dispersion }),
  ...(dndT !== undefined && { dndT }),
  ...(expansion !== undefined && { expansion }),
  ...(typeof catalogueCelsius === 'number' && { catalogueCelsius }),
});

const refuse = (message: string): never => {
  throw new SimulationError('bad-parameter', message, 'environment');
};

/**
 * A lens whose glasses have what heat does to them: their own constants, or the catalogues'.
 *
 * @param modelGlasses what to do about a glass that has none.
 * @throws SimulationError for one without, unless the nearest is to be taken.
 */
export async function withThermal(
  file: LensFile,
  { modelGlasses }: Pick<Environment, 'modelGlasses'>,
): Promise<ThermalLens> {
  const thermal = await (loaded ??= loadThermal());
  const notes: string[] = [];
  const glasses: Record<string, Glass> = { ...file.glasses };
  const constantsOf = (name: string, glass: Glass): ThermalRecord => {
    const own = glass.thermal;
    if (own?.problem !== undefined) return refuse(`${own.problem}.`);
    if (own && isKnown(own)) return recordOf(own);
    const { index, abbe } = abbeFigures(glass);
    const found = byName(thermal, name, glass);
    if (found?.dndT !== undefined)
      notes.push(
        `${found.name}: dn/dT ${found.dndT} and expansion ${found.expansion!} per kelvin; sources and grades of plastics differ by 20 %.`,
      );
    if (found) return recordOf(found);
    const isModel = /^[\d_]/.test(name);
    const figures = `${index.toFixed(5)}/${Number(abbe.toFixed(2))}`;
    if (modelGlasses === 'nearest' && Number.isFinite(abbe)) {
      const nearest = nearestTo(thermal, index, abbe);
      notes.push(
        `${isModel ? `The index ${figures}` : name} changes with heat as ${nearest.name} of ${nearest.maker!}, the nearest glass with data; its index stays.`,
      );
      return recordOf(nearest);
    }
    return refuse(
      isModel
        ? `The index ${figures} is no glass with thermal data; give "modelGlasses": "nearest".`
        : `${name} has no thermal data; give "thermal" in the lens file's glasses.`,
    );
  };
  for (const name of new Set(file.surfaces.map(({ glass }) => glass))) {
    if (name === null) continue;
    const glass = file.glasses?.[name] ?? GLASSES[name]!;
    glasses[name] = { ...glass, thermal: constantsOf(name, glass) };
  }
  return { file: { ...file, glasses }, notes };
}
