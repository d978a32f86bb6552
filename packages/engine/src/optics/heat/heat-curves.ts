import { STANDARD_CELSIUS, STANDARD_HPA } from '../glass/air.ts';
import { focusDesign } from '../focus/focus-design.ts';
import type { FocusSettings } from '../focus/focus-settings.ts';
import { micrometresOf, wavelengthMmOf } from '../millimetres.ts';
import { firstOrderFigures } from '../ray-trace/field-figures.ts';
import { lensDesign } from '../ray-trace/lens-design.ts';
import type { LensFile } from '../ray-trace/lens-file.ts';
import { atTemperature, thermalDefocusUm } from './at-temperature.ts';
import type { Environment } from './environment.ts';
import { MATERIALS } from './materials.ts';
import { withThermal } from './with-thermal.ts';

/** Temperatures of the curves, degrees. */
const [COLDEST, HOTTEST, STEP] = [-40, 80, 10];
const CELSIUS = Array.from(
  { length: (HOTTEST - COLDEST) / STEP + 1 },
  (_, i) => COLDEST + i * STEP,
);
/** Housings of the curves, from the one that grows most. */
const HOUSINGS = ['aluminium', 'titanium', 'invar'] as const;

/** How the focus moves with the temperature. The keys are published. */
export interface HeatCurves {
  readonly celsius: readonly number[];
  /** How far the image moves away from the sensor, away from the lens, by the housing. */
  readonly housings: readonly { readonly name: string; readonly defocusUm: readonly number[] }[];
  /** Defocus of a quarter wave at the rim of the pupil. */
  readonly quarterWaveUm: number;
  /** What was decided about glasses, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Defocus of a lens against temperature, in housings of several metals. Glasses without data change
 * as the nearest ones of a catalogue do, which `notes` names.
 *
 * @param wavelength nanometres.
 * @param focus where the sensor was set at 20 degrees; absent: as the file has it.
 * @throws SimulationError for a folded lens.
 * @see docs/environment.md
 */
export async function heatCurves(
  file: LensFile,
  wavelength: number,
  focus?: FocusSettings,
): Promise<HeatCurves> {
  const environmentOf = (celsius: number, housing: number): Environment => ({
    ...{ celsius, housing, pressureHPa: STANDARD_HPA, spacers: {} },
    ...{ focusedCelsius: STANDARD_CELSIUS, modelGlasses: 'nearest' },
  });
  const hottest = environmentOf(HOTTEST, MATERIALS[HOUSINGS[0]]!);
  const { file: lens, notes } = await withThermal(file, hottest);
  const nominal = lensDesign(lens);
  const cold = focus ? focusDesign(nominal, focus) : nominal;
  // Folded lenses are refused there.
  atTemperature(cold, hottest, nominal);
  const { workingFNumber } = firstOrderFigures(cold, wavelength);
  return {
    celsius: CELSIUS,
    housings: HOUSINGS.map((name) => ({
      name,
      defocusUm: CELSIUS.map((celsius) =>
        thermalDefocusUm(cold, environmentOf(celsius, MATERIALS[name]!), wavelength, nominal),
      ),
    })),
    quarterWaveUm: 2 * micrometresOf(wavelengthMmOf(wavelength)) * workingFNumber ** 2,
    notes,
  };
}
