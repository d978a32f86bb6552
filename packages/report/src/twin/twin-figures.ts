import { withinError } from '../study/study-report.tsx';

const NAMES: Readonly<Record<string, string>> = {
  'sensor.systemGain': 'Gain',
  'sensor.blackLevel': 'Black level',
  'sensor.darkCurrent': 'Dark current',
  'sensor.darkCurrentDoubling': 'Dark current doubles every',
  'sensor.readNoise': 'Read noise',
  'sensor.dsnu': 'DSNU',
  'sensor.prnu': 'PRNU',
  'sensor.rowNoise': 'Row noise',
  'sensor.columnNoise': 'Column noise',
  'sensor.rowOffset': 'Row offsets',
  'sensor.columnOffset': 'Column offsets',
  'sensor.saturation': 'Saturation',
  'sensor.linearityError': 'Linearity error',
  'sensor.hot': 'Hot pixels',
  'sensor.dead': 'Dead pixels',
  'sensor.stuck': 'Stuck pixels',
  'lens.focalLengthPx': 'Focal length',
  'lens.centreX': 'Centre of the distortion, right',
  'lens.centreY': 'Centre of the distortion, down',
  'lens.shadingCentreX': 'Centre of the falloff, right',
  'lens.shadingCentreY': 'Centre of the falloff, down',
  'light.gradientX': 'Gradient of the light, right',
  'light.gradientY': 'Gradient of the light, down',
  'isp.red': 'Gain of red in the ISP',
  'isp.blue': 'Gain of blue in the ISP',
};
/** The name of a figure of twin.json by its key; a key without one is its own name. */
export const twinFigureName = (key: string): string => NAMES[key] ?? key;

/** Of a number whose error is not known. */
const DIGITS = 4;

/** A number with as many digits as the half width of its interval allows. */
export function digitsWithin(value: number, interval: readonly [number, number] | null): string {
  const half = interval ? (interval[1] - interval[0]) / 2 : 0;
  return half > 0 ? withinError(value, half) : String(Number(value.toPrecision(DIGITS)));
}

/** The ends of an interval with as many digits as its half width allows; '' for none. */
export const intervalDigits = (interval: readonly [number, number] | null): string =>
  interval ? interval.map((end) => digitsWithin(end, interval)).join(' to ') : '';
