import {
  SimulationError,
  atTemperature,
  focusDesign,
  lensDesign,
  loadLens,
  thermalTable,
  withThermal,
  type FocusSettings,
  type LensDesign,
  type LensFile,
  type SimulationPlan,
  type ThermalTable,
} from '@lumenloom/engine';
import { MATERIALS, plainNumber, readEnvironment } from '@lumenloom/engine/catalogue';
import { UsageError } from '@lumenloom/node-host/command-line';
import { columns } from './columns.ts';

/** Options of commands whose camera has a temperature. */
export const environmentOptions = {
  celsius: { value: 'T', says: 'Temperature of the camera, -60 to 120 degrees; 20 without it.' },
  pressure: { value: 'HPA', says: 'Pressure of the air, 1 to 2000 hPa; 1013.25 without it.' },
  housing: {
    value: 'M',
    says: `Material round the lens: ${Object.keys(MATERIALS).join(', ')}, or its expansion per kelvin.`,
  },
  spacers: {
    value: 'I=M,...',
    says: 'Materials of air spaces by the surface before them, from 0: 1=invar,3=titanium.',
  },
  'model-glasses': {
    value: 'nearest',
    says: 'Takes the heat of the nearest catalogue glass where a glass has no data.',
  },
} as const;

export type EnvironmentValues = Readonly<
  Record<keyof typeof environmentOptions, string | undefined>
>;

/** Options by the field of the recipe that they stand for. */
const OPTION_OF: Readonly<Record<string, string>> = {
  celsius: 'celsius',
  pressureHPa: 'pressure',
  housing: 'housing',
  spacers: 'spacers',
  modelGlasses: 'model-glasses',
};

/** A material by its name, or a number per kelvin. */
function materialOf(text: string): string | number {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text.trim();
}

function spacersOf(text: string): Readonly<Record<string, string | number>> {
  const materials = new Map<string, string | number>();
  for (const entry of text.split(',')) {
    const [, surface, material] = /^\s*([^=\s]+)\s*=\s*(\S.*)$/.exec(entry) ?? [];
    if (surface === undefined || material === undefined)
      throw new UsageError(
        `--spacers: ${entry.slice(0, 40) || 'nothing'} is no surface, = and a material, such as 1=invar.`,
      );
    if (materials.has(surface))
      throw new UsageError(`--spacers names surface ${surface.slice(0, 40)} twice.`);
    materials.set(surface, materialOf(material));
  }
  return Object.fromEntries(materials);
}

/** NaN for other text: the limits, and their sentence, are those of the recipe. */
const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : plainNumber(text);

/** The fields of `environment` that the options give. */
function askedIn(values: EnvironmentValues): Readonly<Record<string, unknown>> {
  const celsius = numberIn(values.celsius);
  const pressureHPa = numberIn(values.pressure);
  return {
    ...(celsius !== undefined && { celsius }),
    ...(pressureHPa !== undefined && { pressureHPa }),
    ...(values.housing !== undefined && { housing: materialOf(values.housing) }),
    ...(values.spacers !== undefined && { spacers: spacersOf(values.spacers) }),
    ...(values['model-glasses'] !== undefined && { modelGlasses: values['model-glasses'] }),
  };
}

/** A sentence with the option in place of the field of the recipe. */
function ofOption(error: unknown): unknown {
  if (!(error instanceof SimulationError) || !/^environment\b/.test(error.field ?? ''))
    return error;
  const [, key = '', ...rest] = error.field!.split('.');
  const option = OPTION_OF[key];
  const message = error.message.replace('"modelGlasses": "nearest"', '--model-glasses nearest');
  return new UsageError(
    `${option === undefined ? 'environment' : `--${[option, ...rest].join('.')}`}: ${message}`,
  );
}

/** @throws UsageError naming the option, where a sentence is about the environment. */
async function namingOptions<Value>(make: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await make();
  } catch (error) {
    throw ofOption(error);
  }
}

/** Changes of a recipe, as those of --set, that the options ask for. */
export function environmentChanges(values: EnvironmentValues): readonly string[] {
  const asked = askedIn(values);
  try {
    if (Object.keys(asked).length > 0) readEnvironment(asked);
  } catch (error) {
    throw ofOption(error);
  }
  return Object.entries(asked).map(([key, value]) => `environment.${key}=${JSON.stringify(value)}`);
}

/** A lens at the temperature of the options; undefined where they ask for none. */
interface HeatedLens {
  readonly design: LensDesign;
  /** What `--json` prints; the keys are published. */
  readonly thermal: (wavelengths: readonly number[]) => ThermalTable;
}

/**
 * The lens of a file, focused, and then at the temperature of the options.
 *
 * @throws UsageError naming the option.
 */
export async function heatedLens(
  file: LensFile,
  settings: FocusSettings | undefined,
  values: EnvironmentValues,
  tell: (note: string) => void,
): Promise<HeatedLens | undefined> {
  const asked = askedIn(values);
  if (Object.keys(asked).length === 0) return undefined;
  return namingOptions(async () => {
    const environment = readEnvironment(asked).lens;
    const { file: lens, notes } = await withThermal(file, environment);
    for (const note of notes) tell(note);
    const nominal = lensDesign(lens);
    const cold = settings ? focusDesign(nominal, settings) : nominal;
    const design = atTemperature(cold, environment, nominal);
    return {
      design,
      thermal: (wavelengths) => thermalTable(cold, design, environment, wavelengths, nominal),
    };
  });
}

/** Refuses a lens that cannot be heated before anything is written. @throws UsageError. */
export async function checkHeat({ optics }: Pick<SimulationPlan, 'optics'>): Promise<void> {
  if (typeof optics === 'object' && 'environment' in optics)
    await namingOptions(() => loadLens(optics));
}

/** What heat does to a lens, for people; nothing of a cold one. */
export const heatTable = (thermal: ThermalTable | undefined): string[] =>
  thermal
    ? [
        '',
        `At ${thermal.celsius} °C and ${thermal.pressureHPa} hPa:`,
        ...columns([
          ['nm', 'focal length', 'back focus', 'defocus µm'],
          ...thermal.wavelengths.map(({ wavelengthNm, eflMm, bflMm, defocusUm }) => [
            `${wavelengthNm}`,
            eflMm.toFixed(5),
            bflMm.toFixed(5),
            defocusUm.toFixed(2),
          ]),
        ]),
      ]
    : [];
