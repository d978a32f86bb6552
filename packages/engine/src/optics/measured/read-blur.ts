import { fail, isObject, type Table } from '../../text/json-fields.ts';
import {
  CURVES_INCLUDE,
  WAVEFRONT_UNITS,
  ZERNIKE_ORDERINGS,
  type CurveLight,
  type MeasuredBlur,
  type MtfBlur,
  type MtfCurve,
  type PointSamples,
  type SfrCurve,
  type ZernikeBlur,
} from './measured-file.ts';
import {
  MOST_WAVELENGTHS,
  WAVELENGTH,
  choiceAt,
  listOf,
  numberAt,
  objectAt,
  optional,
  optionalNumber,
  rising,
  someAt,
} from './read-fields.ts';

/** Kinds of blur of which a file has one at most. */
const BLURS = ['mtf', 'sfr', 'zernike', 'psf'] as const;
/** Heights at which a blur is known. */
const MOST_HEIGHTS = 60;
const MOST_FIELDS = MOST_HEIGHTS * MOST_WAVELENGTHS;
const HEIGHT = { min: 0, max: 500 };
const MOST_CURVES = 600;
const MOST_ON_CURVE = 200;
/** Values of all curves, times the wavelengths of their light. */
const MOST_TARGETS = 12_000;
/** Line pairs per mm. */
const FREQUENCY = { above: 0, max: 1e4 };
const MODULATION = { min: 0, max: 1 };
const PIXEL = { min: 0.01, max: 1000 };

/** @throws SimulationError with the path of what is wrong in `blur`. */
export function readBlur(value: unknown): MeasuredBlur {
  const from = objectAt(value, 'blur', [...BLURS, 'pixelMicrometres', 'light']);
  const kinds = BLURS.filter((kind) => from[kind] !== undefined);
  if (kinds.length > 1) fail('blur', `blur has ${kinds.join(' and ')}: give one.`);
  const [kind] = kinds;
  for (const key of ['pixelMicrometres', 'light'])
    if (from[key] !== undefined && kind !== 'sfr')
      fail(`blur.${key}`, `blur.${key} belongs to blur.sfr.`);
  if (kind === undefined) return {};
  if (kind === 'psf') return { psf: readPoints(from['psf']) };
  if (kind === 'zernike') return { zernike: readZernike(from['zernike']) };
  return kind === 'mtf' ? { mtf: readMtf(from['mtf']) } : readSfr(from);
}

function readMtf(value: unknown): MtfBlur {
  const path = 'blur.mtf';
  const keys = ['curves', 'includes', 'pixelMicrometres', 'light', 'fNumber'];
  const from = objectAt(value, path, keys);
  const curves = curvesAt(from['curves'], `${path}.curves`, readMtfCurve);
  const includes = optional(from, 'includes', () =>
    choiceAt(from, 'includes', path, CURVES_INCLUDE),
  );
  const pixel = optionalNumber(from, 'pixelMicrometres', PIXEL, path);
  const field = `${path}.pixelMicrometres`;
  if ((includes.includes === 'pixel') !== (pixel.pixelMicrometres !== undefined))
    fail(
      field,
      includes.includes === 'pixel'
        ? `${field} is missing.`
        : `${field} belongs to includes: pixel.`,
    );
  const light = optional(from, 'light', (colours) => readLight(colours, `${path}.light`));
  refuseMany(
    path,
    curves.reduce((sum, { tangential }) => sum + 2 * tangential.length, 0),
    light.light?.nm.length,
  );
  const heights = curves.flatMap((curve) => ('height' in curve ? [curve.height] : curve.heights));
  refuseHeights(path, heights);
  return {
    curves,
    ...includes,
    ...pixel,
    ...light,
    ...optionalNumber(from, 'fNumber', { min: 0.5, max: 64 }, path),
  };
}

function curvesAt<Curve>(
  value: unknown,
  path: string,
  read: (curve: unknown, path: string) => Curve,
): readonly Curve[] {
  if (value === undefined) fail(path, `${path} is missing.`);
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_CURVES)
    fail(path, `${path} must be a list of 1 to ${MOST_CURVES} curves.`);
  return value.map((curve: unknown, i) => read(curve, `${path}[${i}]`));
}

function readMtfCurve(value: unknown, path: string): MtfCurve {
  const over = isObject(value) && 'heights' in value ? 'heights' : 'frequencies';
  const one = over === 'heights' ? 'frequency' : 'height';
  const from = objectAt(value, path, [one, over, 'tangential', 'sagittal', 'focusUm']);
  const field = `${path}.${over}`;
  const limits = over === 'heights' ? HEIGHT : FREQUENCY;
  const places = rising(someAt(from, over, path, { most: MOST_ON_CURVE, ...limits }), field);
  const [tangential, sagittal] = ['tangential', 'sagittal'].map((key) =>
    listOf(from[key], `${path}.${key}`, places.length, MODULATION),
  ) as [readonly number[], readonly number[]];
  const values = {
    tangential,
    sagittal,
    ...optionalNumber(from, 'focusUm', { min: -1e4, max: 1e4 }, path),
  };
  return over === 'heights'
    ? { frequency: numberAt(from, 'frequency', path, FREQUENCY), heights: places, ...values }
    : { height: numberAt(from, 'height', path, HEIGHT), frequencies: places, ...values };
}

function readLight(value: unknown, path: string): CurveLight {
  const from = objectAt(value, path, ['nm', 'weight']);
  const nm = rising(
    someAt(from, 'nm', path, { most: MOST_WAVELENGTHS, ...WAVELENGTH }),
    `${path}.nm`,
  );
  const weight = listOf(from['weight'], `${path}.weight`, nm.length, { min: 0, max: 1e6 });
  if (weight.every((share) => share === 0))
    fail(`${path}.weight`, `${path}.weight is 0 everywhere.`);
  return { nm, weight };
}

function refuseMany(path: string, values: number, wavelengths = 3): void {
  if (values * wavelengths > MOST_TARGETS)
    fail(
      path,
      `${path} has ${values} values at ${wavelengths} wavelengths: at most ${MOST_TARGETS} together.`,
    );
}

function refuseHeights(path: string, heights: readonly number[]): void {
  const { size } = new Set(heights);
  if (size > MOST_HEIGHTS) fail(path, `${path} has ${size} heights: at most ${MOST_HEIGHTS}.`);
}

function readSfr(from: Table): Pick<MeasuredBlur, 'sfr' | 'pixelMicrometres' | 'light'> {
  const pixelMicrometres = numberAt(from, 'pixelMicrometres', 'blur', PIXEL);
  const sfr = curvesAt(from['sfr'], 'blur.sfr', readSfrCurve);
  const light = optional(from, 'light', (colours) => readLight(colours, 'blur.light'));
  refuseMany(
    'blur.sfr',
    sfr.reduce((sum, { values }) => sum + values.length, 0),
    light.light?.nm.length,
  );
  return { sfr, pixelMicrometres, ...light };
}

function readSfrCurve(value: unknown, path: string): SfrCurve {
  const from = objectAt(value, path, ['x', 'y', 'direction', 'frequencies', 'values']);
  const most = { most: MOST_ON_CURVE, above: 0, max: 2 };
  const frequencies = rising(someAt(from, 'frequencies', path, most), `${path}.frequencies`);
  const place = { min: -1e5, max: 1e5 };
  return {
    x: numberAt(from, 'x', path, place),
    y: numberAt(from, 'y', path, place),
    direction: choiceAt(from, 'direction', path, ['horizontal', 'vertical'] as const),
    frequencies,
    // Edges that are sharpened or noisy pass more than all.
    values: listOf(from['values'], `${path}.values`, frequencies.length, { min: 0, max: 1.2 }),
  };
}

/** Heights and wavelengths at which points are pictured; samples of a side, and of all. */
const [MOST_POINTS, FEWEST_SAMPLES, MOST_SAMPLES, MOST_TOGETHER] = [600, 3, 512, 1_000_000];
/** Share of the peak that noise may be below 0. */
const BELOW_ZERO = -0.02;

function readPoints(value: unknown): readonly PointSamples[] {
  const path = 'blur.psf';
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_POINTS)
    fail(path, `${path} must be a list of 1 to ${MOST_POINTS} pictures of points.`);
  let together = 0;
  const points = (value as readonly unknown[]).map((point, i): PointSamples => {
    const at = `${path}[${i}]`;
    const from = objectAt(point, at, [
      ...['height', 'wavelengthNm', 'micrometresPerSample', 'file', 'samples'],
    ]);
    if (from['samples'] === undefined)
      fail(
        `${at}.file`,
        `${at}.file: no file beside a lens is read here: give its values as samples.`,
      );
    const samples = readSamples(from['samples'], `${at}.samples`);
    together += samples.length * samples[0]!.length;
    if (together > MOST_TOGETHER)
      fail(path, `${path} has more than ${MOST_TOGETHER} samples: cut dark margins off.`);
    return {
      height: numberAt(from, 'height', at, HEIGHT),
      wavelengthNm: numberAt(from, 'wavelengthNm', at, WAVELENGTH),
      micrometresPerSample: numberAt(from, 'micrometresPerSample', at, { min: 0.001, max: 1000 }),
      samples,
    };
  });
  const places = points.map(({ height, wavelengthNm }) => `${height} ${wavelengthNm}`);
  const again = places.findIndex((place, i) => places.indexOf(place) < i);
  if (again >= 0)
    fail(
      `${path}[${again}]`,
      `${path}[${again}] has the height and the wavelength of a picture before it.`,
    );
  refuseHeights(
    path,
    points.map(({ height }) => height),
  );
  return points;
}

function readSamples(value: unknown, path: string): PointSamples['samples'] {
  const isSide = (list: unknown): list is readonly unknown[] =>
    Array.isArray(list) && list.length >= FEWEST_SAMPLES && list.length <= MOST_SAMPLES;
  if (!isSide(value) || !isSide(value[0]))
    fail(path, `${path} must have ${FEWEST_SAMPLES} to ${MOST_SAMPLES} rows and columns.`);
  const columns = value[0].length;
  const rows = value.map((row, i) => listOf(row, `${path}[${i}]`, columns));
  const peak = Math.max(...rows.map((row) => Math.max(...row)));
  if (!(peak > 0)) fail(path, `${path} has no light.`);
  const least = Math.min(...rows.map((row) => Math.min(...row)));
  if (least < BELOW_ZERO * peak)
    fail(
      path,
      `${path} goes down to ${Number(((100 * least) / peak).toPrecision(3))} % of its peak: light is at least 0; take the dark away.`,
    );
  return rows;
}

function readZernike(value: unknown): ZernikeBlur {
  const path = 'blur.zernike';
  const from = objectAt(value, path, [
    ...['ordering', 'wavelengthNm', 'unit', 'rms', 'sign', 'tangential', 'fields'],
  ]);
  const ordering = choiceAt(
    from,
    'ordering',
    path,
    Object.keys(ZERNIKE_ORDERINGS) as (keyof typeof ZERNIKE_ORDERINGS)[],
  );
  const { rms, sign, fields } = from;
  if (rms !== undefined && typeof rms !== 'boolean')
    fail(`${path}.rms`, `${path}.rms must be true or false.`);
  if (sign !== undefined && sign !== 1 && sign !== -1)
    fail(`${path}.sign`, `${path}.sign must be 1 or -1.`);
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > MOST_FIELDS)
    fail(
      `${path}.fields`,
      `${path}.fields must be a list of 1 to ${MOST_FIELDS} heights with their terms.`,
    );
  const common = optionalNumber(from, 'wavelengthNm', WAVELENGTH, path);
  const read = fields.map((field: unknown, i) =>
    readField(field, `${path}.fields[${i}]`, ordering, common.wavelengthNm),
  );
  const places = read.map(({ height, wavelengthNm = common.wavelengthNm }) =>
    [height, wavelengthNm].join(' '),
  );
  const again = places.findIndex((place, i) => places.indexOf(place) < i);
  if (again >= 0)
    fail(
      `${path}.fields[${again}]`,
      `${path}.fields[${again}] has the height and the wavelength of a field before it.`,
    );
  refuseHeights(
    `${path}.fields`,
    read.map(({ height }) => height),
  );
  return {
    ordering,
    ...common,
    ...optional(from, 'unit', () => choiceAt(from, 'unit', path, WAVEFRONT_UNITS)),
    ...(rms !== undefined && { rms }),
    ...(sign !== undefined && { sign }),
    ...optional(from, 'tangential', () => choiceAt(from, 'tangential', path, ['x', 'y'] as const)),
    fields: read,
  };
}

function readField(
  value: unknown,
  path: string,
  ordering: keyof typeof ZERNIKE_ORDERINGS,
  wavelengthNm: number | undefined,
) {
  const from = objectAt(value, path, ['height', 'wavelengthNm', 'terms']);
  const { terms } = from;
  const most = ZERNIKE_ORDERINGS[ordering];
  if (!Array.isArray(terms)) fail(`${path}.terms`, `${path}.terms must be a list of numbers.`);
  if (terms.length > most)
    fail(`${path}.terms`, `${path}.terms has ${terms.length} entries: ${ordering} has ${most}.`);
  const own = optionalNumber(from, 'wavelengthNm', WAVELENGTH, path);
  if (own.wavelengthNm === undefined && wavelengthNm === undefined)
    fail(`${path}.wavelengthNm`, `${path}.wavelengthNm is missing, and so is that of all fields.`);
  return {
    height: numberAt(from, 'height', path, HEIGHT),
    ...own,
    terms: listOf(terms, `${path}.terms`, terms.length, { min: -1e6, max: 1e6 }),
  };
}
