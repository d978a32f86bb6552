import { toEngineUnits } from '../field-descriptor.ts';
import { BAYER_BITS, sensorFields, type BayerOrder } from './bayer/descriptor.ts';
import type { Capture, CaptureFile, Chip, ChipFile } from './chip/chip.ts';
import type { AssumedFigure } from './assumed-figures.ts';
import type { ColourFilters } from './colour-filters.ts';
import type { SensorPlan } from './pixel.ts';
import { IN_PLACE_OF, type InPlace } from './read-parameters.ts';
import type { SensorParameters } from './sensor-parameters.ts';

/**
 * A sensor as a user's file describes it: the twelve fields of a recipe, and properties that they
 * do not cover.
 */
export interface SensorFile extends ColourFilters {
  readonly name: string;
  /** Bits of the converter, 8 to 16. */
  readonly bits: number;
  /** The fields of the twelve that the file has, in the units of a recipe. */
  readonly parameters: Readonly<Partial<Record<keyof SensorParameters, number>>>;
  /**
   * Electrons per photon and band behind all filters, in the order of the channels; absent: those
   * of the reference sensor.
   */
  readonly quantumEfficiency?: readonly Float64Array[];
  /** Code in the dark, in place of the field analog_offset. */
  readonly blackLevel?: number;
  /** Standard deviations in electrons, in place of the fields read_noise and dsnu. */
  readonly readNoiseElectrons?: number;
  readonly dsnuElectrons?: number;
  /** Electrons per second at the temperature of the sensor, in place of the field dark_voltage. */
  readonly darkElectronsPerSecond?: number;
  readonly longestExposureSeconds?: number;
  /** How it is read, its captures, and what its pixels do to each other. */
  readonly chip?: ChipFile;
  /** Dark current at the temperature of the sensor over that at which it was measured. */
  readonly darkFactor?: number;
  /**
   * How its dark current is known, where no temperature of the sensor is stated: the camera's is
   * taken then.
   */
  readonly darkMeasured?: { readonly atCelsius?: number; readonly doublingKelvin?: number };
  /** What no source gives; its values stand in the places of the file's own. Absent: nothing. */
  readonly assumed?: readonly AssumedFigure[];
}

/**
 * A sensor that is one of the list with other values in its fields only; it has the name of that
 * sensor then, and its noise.
 */
const isListed = (file: SensorFile): file is SensorFile & { readonly order: BayerOrder } =>
  file.order !== undefined &&
  file.bits === BAYER_BITS &&
  file.quantumEfficiency === undefined &&
  file.blackLevel === undefined &&
  file.readNoiseElectrons === undefined &&
  file.dsnuElectrons === undefined &&
  file.darkElectronsPerSecond === undefined &&
  file.longestExposureSeconds === undefined &&
  file.assumed === undefined &&
  file.chip === undefined;

/**
 * The sensor of a run from a file.
 *
 * @param parameters the twelve fields, in SI units; those that the file has in other units take the
 * file's value.
 * @see docs/own-files.md#sensors---sensor-file
 */
export function sensorOfFile(file: SensorFile, parameters: SensorParameters): SensorPlan {
  if (isListed(file))
    return { label: `Bayer-${file.order}`, order: file.order, parameters, bits: file.bits };
  const { quantumEfficiency, longestExposureSeconds } = file;
  const assumed = (file.assumed ?? []).filter((figure) => !isTyped(figure, file, parameters));
  const read = assumed.find(({ key }) => key === 'readNoiseElectrons')?.value;
  const levels = read === undefined ? file : { ...file, readNoiseElectrons: read };
  const own = withLevels(parameters, levels, file);
  const chip = chipOf(file, parameters, own);
  return {
    label: file.name,
    ...(file.order ? { order: file.order } : { tile: file.tile }),
    parameters: chip?.captures?.[0]?.parameters ?? own,
    bits: file.bits,
    ...(quantumEfficiency && { quantumEfficiency }),
    ...(longestExposureSeconds !== undefined && { longestExposureSeconds }),
    ...(chip && { chip }),
    ...(assumed.length > 0 && { assumed }),
  };
}

/** Relative; units are changed on the way from the file to the run. */
const SAME = 1e-9;

/** Whether a run has another value than the one that the file assumes. */
function isTyped(
  { key }: AssumedFigure,
  { parameters: filed }: SensorFile,
  parameters: SensorParameters,
): boolean {
  if (key === 'quantumEfficiency') return false;
  const field = key === 'wellElectrons' ? 'well_capacity' : 'read_noise';
  if (filed[field] === undefined) return false;
  const assumedValue = toEngineUnits(
    sensorFields.filter((one) => one.key === field),
    filed,
  )[field];
  return Math.abs(parameters[field] / assumedValue - 1) > SAME;
}

/** Parameters with the levels of a file, or of a capture, in place of their own. */
function withLevels(
  parameters: SensorParameters,
  levels: Pick<SensorFile, InPlace | 'darkElectronsPerSecond'>,
  { bits }: Pick<SensorFile, 'bits'>,
): SensorParameters {
  const { voltage_swing: swing, well_capacity: well, analog_gain: gain } = parameters;
  const volts = (electrons: number): number => (electrons * swing) / well;
  const {
    blackLevel: black,
    readNoiseElectrons: read,
    dsnuElectrons: dsnu,
    darkElectronsPerSecond: dark,
  } = levels;
  return {
    ...parameters,
    ...(black !== undefined && { analog_offset: (black / 2 ** bits) * swing * gain }),
    ...(read !== undefined && { read_noise: volts(read) }),
    ...(dsnu !== undefined && { dsnu: volts(dsnu) }),
    ...(dark !== undefined && { dark_voltage: volts(dark) }),
  };
}

/** The chip of a run: the fields of its captures in SI units, the hot pixels at its temperature. */
function chipOf(
  file: SensorFile,
  parameters: SensorParameters,
  own: SensorParameters,
): Chip | undefined {
  if (!file.chip) return undefined;
  const { captures, defects, ...fields } = file.chip;
  const { hot } = defects ?? {};
  const electronsPerSecond = (hot?.electronsPerSecond ?? 0) * (file.darkFactor ?? 1);
  return {
    ...fields,
    ...(captures && {
      captures: captures.map((capture) => captureOf(capture, file, parameters, own)),
    }),
    ...(defects && {
      defects: { ...defects, ...(hot && { hot: { ...hot, electronsPerSecond } }) },
    }),
  };
}

/** A capture with the values of the file where it has none of its own. */
function captureOf(
  { parameters: fields, ...capture }: CaptureFile,
  file: SensorFile,
  parameters: SensorParameters,
  own: SensorParameters,
): Capture {
  const { readNoiseElectrons: _, dsnuElectrons: __, blackLevel: ___, ...place } = capture;
  const ofCapture = {
    ...parameters,
    ...toEngineUnits(
      sensorFields.filter(({ key }) => fields[key] !== undefined),
      fields,
    ),
  };
  const levels = Object.fromEntries(
    (Object.keys(IN_PLACE_OF) as InPlace[]).flatMap((key) => {
      const value = capture[key] ?? (IN_PLACE_OF[key] in fields ? undefined : file[key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  // A well does not change the dark current of the photodiode, which is known in electrons.
  const darkElectronsPerSecond = (own.dark_voltage * own.well_capacity) / own.voltage_swing;
  return {
    ...place,
    parameters: withLevels(
      ofCapture,
      { ...levels, ...(!('dark_voltage' in fields) && { darkElectronsPerSecond }) },
      file,
    ),
  };
}
