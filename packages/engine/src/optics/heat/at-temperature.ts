import { STANDARD_CELSIUS, STANDARD_HPA } from '../glass/air.ts';
import type { DesignSurface } from '../ray-trace/design-surface.ts';
import { firstOrder, focalLengthOf } from '../ray-trace/first-order.ts';
import { REFERENCE_LINE, withSensorMoved, type LensDesign } from '../ray-trace/lens-design.ts';
import { scaledActions } from '../ray-trace/surface-parts.ts';
import { factorOf, sagOf, shapeOf } from '../ray-trace/surfaces/shape.ts';
import { mapNumbers, withFixedScaled } from '../ray-trace/surfaces/shape-numbers.ts';
import type { Glass, HeatedGlass } from '../glass/refractive-index.ts';
import { SimulationError } from '../../simulation-error.ts';
import { isUsual, type Environment } from './environment.ts';

/** Wavelength at which a sensor was set, nm. */
const GREEN_NM = 550;

const refuse = (message: string, field = 'environment'): never => {
  throw new SimulationError('bad-parameter', message, field);
};

/** @throws SimulationError for a lens whose axis is folded or moved. */
function refuseFolded({ surfaces, hasFrames }: LensDesign): void {
  if (hasFrames || surfaces.some(({ mirror }) => mirror === true))
    refuse('folded lenses are not heated.');
}

/** Growth of each surface per kelvin: of the glass that it bounds, the mean of cemented ones. */
const growthOf = (surfaces: readonly DesignSurface[]): readonly number[] =>
  surfaces.map(({ glass }, i) => {
    const bounded = [glass, surfaces[i - 1]?.glass].flatMap((one) => (one ? [one] : []));
    const sum = bounded.reduce((total, one) => total + expansionOf(one), 0);
    return bounded.length === 0 ? 0 : sum / bounded.length;
  });

const expansionOf = ({ thermal }: Glass | HeatedGlass): number => thermal?.expansion ?? 0;

/** A surface that is larger by a factor, behind a glass of another temperature. */
function grownSurface(
  surface: DesignSurface,
  factor: number,
  at: Pick<Environment, 'celsius' | 'pressureHPa'>,
): DesignSurface {
  const numbers = withFixedScaled(
    mapNumbers(surface, (value, part) => value * factorOf(surface, part, factor)),
    factor,
  );
  const { glass } = surface;
  return {
    ...surface,
    ...numbers,
    ...scaledActions(surface, factor),
    semiDiameterMm: surface.semiDiameterMm * factor,
    glass:
      glass && !('cold' in glass) && glass.thermal
        ? {
            cold: glass,
            thermal: glass.thermal,
            at: { celsius: at.celsius, pressureHPa: at.pressureHPa },
          }
        : glass,
  };
}

/** @throws SimulationError for a spacer where there is no air space. */
function checkSpacers(surfaces: readonly DesignSurface[], { spacers }: Environment): void {
  for (const key of Object.keys(spacers)) {
    const surface = /^\d+$/.test(key) ? surfaces[Number(key)] : undefined;
    if (!surface) refuse(`There is no surface ${key.slice(0, 20)}.`, `environment.spacers.${key}`);
    if (surface!.glass)
      refuse(`Surface ${key} is followed by glass.`, `environment.spacers.${key}`);
  }
}

/**
 * A lens as it grows from 20 degrees on, with the way to its sensor.
 *
 * @param clear whose semi-diameters touch the spacers; the lens itself unless it is stopped down.
 */
function grown(
  design: LensDesign,
  environment: Environment,
  clear: Pick<LensDesign, 'surfaces'> = design,
): LensDesign {
  const { surfaces } = design;
  const kelvin = environment.celsius - STANDARD_CELSIUS;
  const factors = growthOf(surfaces).map((growth) => 1 + growth * kelvin);
  const sags = surfaces.map((surface, i) =>
    sagOf(shapeOf(surface), 0, clear.surfaces[i]!.semiDiameterMm),
  );
  /** Sag at the rim of a surface, cold and heated; 0 of the sensor. */
  const rim = (i: number): readonly [number, number] =>
    i < surfaces.length ? [sags[i]!, factors[i]! * sags[i]!] : [0, 0];
  const grownSpace = (i: number, lengthMm: number): number => {
    const { glass } = surfaces[i]!;
    if (glass) return lengthMm * (1 + expansionOf(glass) * kelvin);
    const expansion = environment.spacers[i] ?? environment.housing;
    const [[before, beforeHot], [behind, behindHot]] = [rim(i), rim(i + 1)];
    return (lengthMm - before + behind) * (1 + expansion * kelvin) + beforeHot - behindHot;
  };
  let vertexMm = 0;
  const heated = surfaces.map((surface, i) => {
    const next = { ...grownSurface(surface, factors[i]!, environment), vertexMm };
    if (i + 1 < surfaces.length)
      vertexMm += grownSpace(i, surfaces[i + 1]!.vertexMm - surface.vertexMm);
    return next;
  });
  const imageDistanceMm = grownSpace(surfaces.length - 1, design.imageDistanceMm);
  return {
    ...design,
    surfaces: heated,
    focalLengthMm: focalLengthOf(heated, REFERENCE_LINE),
    imageDistanceMm,
    imagePlaneMm: heated.at(-1)!.vertexMm + imageDistanceMm,
  };
}

/** How far the paraxial image moves away from the sensor, mm, from one temperature to another. */
function defocusMm(
  design: LensDesign,
  [from, to]: readonly [LensDesign, LensDesign],
  wavelength: number,
): number {
  const backOf = (one: LensDesign): number => firstOrder(one, wavelength).backFocalLengthMm;
  return backOf(to) - backOf(from) - (to.imageDistanceMm - from.imageDistanceMm);
}

/** The environment in which a sensor was set. */
const whenFocused = (environment: Environment): Environment => ({
  ...environment,
  celsius: environment.focusedCelsius,
  pressureHPa: STANDARD_HPA,
});

const isCold = ({ celsius, pressureHPa }: Environment): boolean =>
  celsius === STANDARD_CELSIUS && pressureHPa === STANDARD_HPA;

/**
 * A lens at another temperature and pressure: its glasses, the air between them, and all lengths.
 * Its sensor was set at `focusedCelsius`, and then everything grows.
 *
 * @param design at 20 degrees, focused, whose glasses have what heat does to them.
 * @param clear the same before it was stopped down.
 * @throws SimulationError for a folded lens and for spacers where there is glass.
 * @see docs/environment.md
 */
export function atTemperature(
  design: LensDesign,
  environment: Environment,
  clear: Pick<LensDesign, 'surfaces'> = design,
): LensDesign {
  if (isUsual(environment)) return design;
  refuseFolded(design);
  checkSpacers(design.surfaces, environment);
  const heated = isCold(environment) ? design : grown(design, environment, clear);
  if (environment.focusedCelsius === STANDARD_CELSIUS) return heated;
  const focused = grown(design, whenFocused(environment), clear);
  // The sensor kept the focus of the cold lens when it was set at that temperature.
  return withSensorMoved(heated, defocusMm(design, [design, focused], GREEN_NM));
}

/** What heat does to a lens; the keys are published. */
export interface ThermalFacts {
  readonly celsius: number;
  readonly pressureHPa: number;
  /** How far the image moved away from the sensor, away from the lens, at 550 nm. */
  readonly defocusUm: number;
  readonly eflMm: number;
  readonly bflMm: number;
  readonly imageDistanceMm: number;
  /** Defocus per kelvin there. */
  readonly microPerKelvin: number;
  /** Twice the f-number times the largest blur that counts as sharp. */
  readonly depthOfFocusUm: number;
}

/** Defocus since the sensor was set, µm, at a wavelength, nm. */
export function thermalDefocusUm(
  design: LensDesign,
  environment: Environment,
  wavelength: number,
  clear: Pick<LensDesign, 'surfaces'> = design,
): number {
  const [from, to] = [whenFocused(environment), environment].map((one) =>
    isCold(one) ? design : grown(design, one, clear),
  ) as [LensDesign, LensDesign];
  return 1e3 * defocusMm(design, [from, to], wavelength);
}

/**
 * What heat does to a lens that was focused.
 *
 * @param heated the lens at its temperature.
 * @param sharp working f-number, and the largest blur that counts as sharp, metres.
 */
export function thermalFacts(
  design: LensDesign,
  environment: Environment,
  heated: LensDesign,
  sharp: { readonly fNumber: number; readonly circle: number },
): ThermalFacts {
  const { celsius, pressureHPa } = environment;
  const at = (kelvin: number): number =>
    thermalDefocusUm(design, { ...environment, celsius: celsius + kelvin }, GREEN_NM);
  const { focalLengthMm, backFocalLengthMm } = firstOrder(heated, GREEN_NM);
  return {
    celsius,
    pressureHPa,
    defocusUm: at(0),
    eflMm: focalLengthMm,
    bflMm: backFocalLengthMm,
    imageDistanceMm: heated.imageDistanceMm,
    microPerKelvin: (at(1) - at(-1)) / 2,
    depthOfFocusUm: 2e6 * sharp.fNumber * sharp.circle,
  };
}
