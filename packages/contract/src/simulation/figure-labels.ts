import { DATASET_FIGURES } from '@lumenloom/engine/catalogue';
import { FIGURE_NAMES, isFigure, stepsOf } from './report-schema.ts';

/** The name of a number of a report for people. */
interface FigureLabel {
  /** 'SNR at 18 % grey'. */
  readonly name: string;
  /** '' for none. */
  readonly unit: string;
  readonly group: string;
}

type Entry = readonly [figure: string, name: string, unit?: string];

/**
 * The figures that a person would choose, by what they are about. A `#` stands for the number of a
 * channel or an edge; names of sensor channels are those of Bayer.
 */
const CHOSEN: Readonly<Record<string, readonly Entry[]>> = {
  'Signal and noise': [
    ['sensor.snrAtWhite', 'SNR at white', 'dB'],
    ['sensor.snrAtGrey18', 'SNR at 18 % grey', 'dB'],
    ['measurements.noise.grey18Db', 'SNR at 18 % grey in the developed picture', 'dB'],
    ['sensor.dynamicRangeDb', 'Dynamic range (saturation over noise)', 'dB'],
    ['sensor.readNoiseElectrons', 'Read noise', 'e⁻'],
    ['sensor.dsnuElectrons', 'DSNU', 'e⁻'],
    ['sensor.prnuPercent', 'PRNU', '%'],
    ['sensor.saturationElectrons', 'Saturation', 'e⁻'],
    ['sensor.electronsAtWhite.#', 'Signal of white', 'e⁻'],
    ['sensor.stopsOverSaturation.#', 'White over saturation', 'stops'],
    ['sensor.clippedPercent.#', 'Clipped pixels of the sensor', '%'],
    ['sensor.gainTimes', 'Gain, times'],
    ['sensor.gainDb', 'Gain', 'dB'],
    ['sensor.conversionGainMicrovolts', 'Conversion gain', 'µV/e⁻'],
    ['sensor.electronsPerCode', 'Electrons of a code', 'e⁻'],
  ],
  Sharpness: [
    ['measurements.sfr.edges.#.raw.mtf50', 'MTF50 of the raw picture', 'cy/px'],
    ['measurements.sfr.edges.#.developed.mtf50', 'MTF50 of the developed picture', 'cy/px'],
    ['measurements.sfr.edges.#.true.mtf50', 'MTF50 of lens and pixel', 'cy/px'],
    ['measurements.sfr.edges.#.raw.overshootPercent', 'Overshoot of the raw picture', '%'],
    [
      'measurements.sfr.edges.#.developed.overshootPercent',
      'Overshoot of the developed picture',
      '%',
    ],
    ['optics.figures.modulation.onAxis.0', 'MTF at half Nyquist, axis'],
    ['optics.figures.modulation.onAxis.1', 'MTF at Nyquist, axis'],
    ['optics.figures.modulation.tangential.0', 'MTF at half Nyquist, corner, tangential'],
    ['optics.figures.modulation.tangential.1', 'MTF at Nyquist, corner, tangential'],
    ['optics.figures.modulation.sagittal.0', 'MTF at half Nyquist, corner, sagittal'],
    ['optics.figures.modulation.sagittal.1', 'MTF at Nyquist, corner, sagittal'],
  ],
  Information: [
    ['information.snriDb', 'SNR of the ideal observer', 'dB'],
    ['information.snriNyquistDb', 'SNR of the ideal observer up to Nyquist', 'dB'],
    ['information.capacity', 'Information capacity', 'bits/px'],
    ['information.capacityDisc', 'Information capacity by the disc', 'bits/px'],
    ['information.capacityMax', 'Information capacity at the best exposure', 'bits/px'],
    ['information.neqZero', 'NEQ at frequency 0', 'quanta/px'],
    ['information.neqAtObject', 'NEQ at the object', 'quanta/px'],
    ['information.dqeZero', 'DQE at frequency 0'],
    ['information.edgeErrorPx', 'Error of the place of an edge', 'px'],
    ['information.contrastDetection', 'Pairs of pixels that show the contrast'],
    ['information.mtf50', 'MTF50 of lens and pixel along the rows', 'cy/px'],
    ['information.modulationAtHalfNyquist', 'MTF of lens and pixel at half Nyquist'],
    ['information.electrons', 'Signal of the background', 'e⁻'],
    ['information.objectWidthPx', 'Width of the object', 'px'],
    ['information.mosaicShare', 'Share of the pixels that are measured'],
  ],
  'Test lab': [
    ['measurements.star.raw.mtf50', 'MTF50 of the star, raw', 'cy/px'],
    ['measurements.star.developed.mtf50', 'MTF50 of the star, developed', 'cy/px'],
    ['measurements.texture.developed.mtf50', 'MTF50 of leaves, developed', 'cy/px'],
    ['measurements.texture.developed.acutance', 'Acutance of leaves on a monitor'],
    ['measurements.steps.raw.dynamicRangeDb', 'Dynamic range of steps, raw', 'dB'],
    ['measurements.steps.raw.luminanceAtSnr10', 'Luminance of SNR 10, raw', 'cd/m²'],
    ['measurements.steps.developed.luminanceAtSnr10', 'Luminance of SNR 10, developed', 'cd/m²'],
    ['measurements.steps.true.luminanceAtSnr10', 'Luminance of SNR 10, true', 'cd/m²'],
    ['measurements.visualNoise.grey18', 'Visual noise at 18 % grey'],
    ['measurements.contrast.least', 'Least contrast that is found'],
    ['measurements.shading.luminanceShadingPercent', 'Luminance shading', '%'],
    ['measurements.shading.colourShading', 'Colour shading'],
    ['measurements.nps.variance', 'Noise of an even field, raw', 'codes²'],
  ],
  Colour: [
    ['measurements.colour.mean', 'Mean colour error', 'ΔE00'],
    ['measurements.colour.median', 'Median colour error', 'ΔE00'],
    ['measurements.colour.max', 'Largest colour error', 'ΔE00'],
    ['measurements.colour.whiteBalanceErrorC', 'Chroma error of the white balance', 'ΔC'],
    ['measurements.colour.whiteBalanceErrorK', 'Temperature error of the white balance', 'K'],
    ['sensor.neutralGains.red', 'Red gain that makes grey neutral'],
    ['sensor.neutralGains.blue', 'Blue gain that makes grey neutral'],
  ],
  Exposure: [
    ['sensor.exposureSeconds', 'Exposure', 's'],
    ['sensor.stopsFromMeter', 'Exposure against the metered one', 'stops'],
    ['measurements.colour.exposureErrorStops', 'Exposure error of the chart', 'stops'],
    ['optics.whiteIlluminanceLux', 'Illuminance of white at the sensor', 'lx'],
    ['optics.meanIlluminanceLux', 'Mean illuminance at the sensor', 'lx'],
    ['scene.illuminanceLux', 'Illuminance of the object', 'lx'],
    ['scene.whiteLuminance', 'Luminance of white', 'cd/m²'],
    ['scene.meanLuminance', 'Mean luminance of the scene', 'cd/m²'],
  ],
  Lens: [
    ['optics.focalLengthMm', 'Focal length', 'mm'],
    ['optics.fNumber', 'f-number'],
    ['optics.figures.heightMm', 'Image height of the corner', 'mm'],
    ['optics.figures.fieldDegrees', 'Field angle of the corner', '°'],
    ['optics.figures.distortionPercent', 'Distortion at the corner', '%'],
    ['optics.figures.lateralColourPixels', 'Lateral colour at the corner', 'px'],
    ['optics.figures.chiefRayDegrees', 'Chief ray angle at the corner', '°'],
    ['optics.figures.relativeIllumination', 'Relative illumination at the corner'],
    ['optics.ifovDegrees', 'Field of a pixel', '°'],
    ['optics.nyquistLinePairsPerMm', 'Nyquist frequency', 'lp/mm'],
    ['optics.cutoffLinePairsPerMm', 'Diffraction limit at 550 nm', 'lp/mm'],
  ],
  'Focus and depth': [
    ['optics.focus.objectDistanceM', 'Object distance', 'm'],
    ['optics.focus.focusDistanceM', 'Focus distance', 'm'],
    ['optics.focus.focusShiftUm', 'Focus shift', 'µm'],
    ['optics.focus.magnification', 'Magnification'],
    ['optics.focus.circleOfConfusionUm', 'Circle of confusion', 'µm'],
    ['optics.focus.hyperfocalM', 'Hyperfocal distance', 'm'],
    ['optics.focus.nearM', 'Nearest sharp distance', 'm'],
    ['optics.focus.farM', 'Farthest sharp distance', 'm'],
    ['optics.focus.autofocus.modulation', 'Contrast that autofocus found'],
    ['optics.depth.nearM', 'Nearest distance of the scene', 'm'],
    ['optics.depth.farM', 'Farthest distance of the scene', 'm'],
    ['optics.depth.hiddenPercent', 'Picture that nearer things hide', '%'],
  ],
  Environment: [
    ['optics.thermal.celsius', 'Temperature of the camera', '°C'],
    ['optics.thermal.pressureHPa', 'Pressure of the air', 'hPa'],
    ['optics.thermal.defocusUm', 'Defocus by heat', 'µm'],
    ['optics.thermal.microPerKelvin', 'Defocus per kelvin', 'µm'],
    ['optics.thermal.depthOfFocusUm', 'Depth of focus', 'µm'],
    ['optics.thermal.eflMm', 'Focal length when heated', 'mm'],
    ['optics.thermal.bflMm', 'Back focus when heated', 'mm'],
    ['optics.thermal.imageDistanceMm', 'Way to the sensor when heated', 'mm'],
  ],
  Object: [
    ['object.distanceM', 'Distance of the object', 'm'],
    ['object.mmPerPixel.0', 'Size of a pixel at the object', 'mm'],
    ['object.mmPerPixelCorner.0', 'Size of a corner pixel at the object, radial', 'mm'],
    ['object.mmPerPixelCorner.1', 'Size of a corner pixel at the object, tangential', 'mm'],
    ['object.fieldMm.0', 'Width of the field at the object', 'mm'],
    ['object.fieldMm.1', 'Height of the field at the object', 'mm'],
    ['object.magnification', 'Magnification of the object'],
    ['object.nyquistLinePairsPerMm', 'Nyquist frequency at the object', 'lp/mm'],
    ['object.cutoffLinePairsPerMm', 'Diffraction limit at the object', 'lp/mm'],
    ['object.depthOfField.nearMm', 'Nearest sharp distance in mm', 'mm'],
    ['object.depthOfField.farMm', 'Farthest sharp distance in mm', 'mm'],
    ['object.depthOfField.totalMm', 'Depth of field', 'mm'],
    ['object.feature.pixels', 'Pixels on the feature', 'px'],
    ['object.feature.modulation', 'Contrast of the feature, axis'],
    ['object.feature.modulationCorner', 'Contrast of the feature, corner'],
    ['object.motion.blurPixels', 'Blur of the motion', 'px'],
    ['object.motion.blurMm', 'Blur of the motion at the object', 'mm'],
    ['object.motion.longestExposureSeconds', 'Longest exposure for the motion', 's'],
  ],
  'Stray light': [
    ['optics.stray.transmission', 'Transmission of the lens'],
    ['optics.stray.scatterPercent', 'Scattered light', '%'],
    ['optics.stray.veilingGlarePercent', 'Veiling glare', '%'],
    ['optics.stray.ghostPercent', 'Light in ghosts', '%'],
  ],
  'Shutter, motion, captures': [
    ['sensor.shutter.lineSeconds', 'Line time', 's'],
    ['sensor.shutter.readOutSeconds', 'Read-out time', 's'],
    ['sensor.shutter.parasiticShareLastRow', 'Parasitic light in the last row'],
    ['sensor.motion.pathPixels', 'Path during the exposure', 'px'],
    ['sensor.flicker.rowContrast', 'Flicker between rows'],
    ['sensor.hdr.dynamicRangeDb', 'Dynamic range of all captures', 'dB'],
    ['sensor.hdr.referenceSaturationElectrons', 'Saturation of the reference capture', 'e⁻'],
    ['sensor.companding.largestNoiseShare', 'Largest share of companding in the noise'],
  ],
  'Defects and black': [
    ['sensor.defects.hot', 'Hot pixels'],
    ['sensor.defects.dead', 'Dead pixels'],
    ['sensor.defects.stuck', 'Stuck pixels'],
    ['sensor.defects.columns', 'Defective columns'],
    ['sensor.opticalBlack.mean', 'Mean optical black', 'codes'],
    ['sensor.opticalBlack.standardDeviation', 'Standard deviation of optical black', 'codes'],
    ['isp.deadPixels.replaced', 'Dead pixels that the ISP replaced'],
    ['isp.deadPixels.isolatedBright', 'Bright single pixels that the ISP replaced'],
    ['referenceIsp.replacedPixels', 'Dead pixels that the reference ISP replaced'],
  ],
  ISP: [
    ['isp.whiteBalance.blueOverRedPercent', 'White: blue over red', '%'],
    ['isp.whiteBalance.greenPercent', 'White: green over red and blue', '%'],
    ['isp.whiteBalance.red', 'Red gain of the white balance'],
    ['isp.whiteBalance.blue', 'Blue gain of the white balance'],
    ['isp.colourMatrix.kelvin', 'Temperature of the colour matrix', 'K'],
    ['isp.clippedPercent.ccm.#', 'Clipped pixels after CCM', '%'],
    ['isp.clippedPercent.awb.#', 'Clipped pixels after AWB', '%'],
    ['isp.lensShading.largestGain', 'Largest gain against shading'],
    ['isp.toneMap.logAverage', 'Tone mapping: log average'],
    ['referenceIsp.floorElectrons', 'Noise floor of the reference ISP', 'e⁻'],
  ],
  Algorithm: [
    ['algorithm.scoreSum', 'Detections: score of equal less unequal ones'],
    ['algorithm.matches.length', 'Detections: found on both pictures'],
    ['algorithm.missed.length', 'Detections: missed by the camera'],
    ['algorithm.extra.length', 'Detections: of the camera alone'],
    ['algorithm.rankCorrelation', 'Depth: rank correlation'],
    ['algorithm.meanRelativeDifference', 'Depth: mean relative difference'],
    ['algorithm.scoreOfIdealClass', 'Classes: score of the ideal class'],
    ['algorithm.equalShare', 'Segments: share of equal pixels'],
    ['algorithm.cameraScore', 'Anomaly: score of the camera'],
    ['algorithm.idealScore', 'Anomaly: score of the ideal picture'],
  ],
  'Time and memory': [
    ['totalMs', 'Time of the run', 'ms'],
    ['peakRssBytes', 'Largest memory', 'bytes'],
  ],
};

/** Figures of data sets, of parts and of sensor designs: they are in no report. */
const ELSEWHERE: Readonly<Record<string, readonly Entry[]>> = {
  'Data set': [
    ...[...DATASET_FIGURES].map(([name, { label, unit }]): Entry =>
      unit === undefined ? [name, label] : [name, label, unit],
    ),
  ],
  Size: [
    ['lens.totalTrackMm', 'Length of the lens', 'mm'],
    ['lens.largestDiameterMm', 'Largest diameter of the lens', 'mm'],
    ['lens.elements', 'Elements of the lens'],
    ['sensor.dieWidthMm', 'Width of the pixels', 'mm'],
    ['sensor.dieHeightMm', 'Height of the pixels', 'mm'],
    ['sensor.megapixels', 'Pixels', 'MP'],
  ],
};

/** Figures of a sensor design, in place of `design.` and of the number of a level. */
const OF_DESIGN: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  columns: ['Columns', ''],
  rows: ['Rows', ''],
  readNoiseElectrons: ['Read noise', 'e⁻'],
  dsnuElectrons: ['DSNU', 'e⁻'],
  darkElectrons: ['Electrons of the dark current', 'e⁻'],
  electronsPerCode: ['Electrons per code', 'e⁻'],
  dynamicRangeDb: ['Dynamic range', 'dB'],
  saturationLux: ['Illuminance that fills the pixel', 'lx'],
  snr10Lux: ['Illuminance of SNR 10', 'lx'],
  nyquistLinePairsPerMm: ['Nyquist frequency', 'lp/mm'],
  modulationAtNyquist: ['Modulation at Nyquist', ''],
  modulationAtHalfNyquist: ['Modulation at half Nyquist', ''],
  'levels.#.lux': ['Illuminance', 'lx'],
  'levels.#.electrons': ['Electrons', 'e⁻'],
  'levels.#.snrDb': ['SNR', 'dB'],
};

/** What ends the code of a figure, and the unit that it means. */
const UNITS: readonly (readonly [end: string, unit: string])[] = [
  ...([
    ['Percent', '%'],
    ['Degrees', '°'],
    ['Electrons', 'e⁻'],
    ['LinePairsPerMm', 'lp/mm'],
    ['Milliseconds', 'ms'],
  ] as const),
  ...([
    ['Seconds', 's'],
    ['Stops', 'stops'],
    ['Pixels', 'px'],
    ['Lux', 'lx'],
    ['Db', 'dB'],
  ] as const),
  ...([
    ['Mm', 'mm'],
    ['Um', 'µm'],
    ['Ms', 'ms'],
    ['M', 'm'],
  ] as const),
];

const OTHERS = 'Others';
const ORDINALS = ['1st', '2nd', '3rd'];
const nth = (index: number): string => ORDINALS[index] ?? `${index + 1}th`;
const BAYER = ['red', 'green', 'blue'];
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a number in the code of a figure counts: an edge, or a channel. */
function countedIn(figure: string, number: number): string {
  if (figure.includes('.edges.')) return number === 0 ? '' : `, edge ${number + 1}`;
  const colour = BAYER[number];
  if (figure.startsWith('isp.') && colour) return `, ${colour}`;
  return `, ${nth(number)} channel${colour ? ` (Bayer: ${colour})` : ''}`;
}

/** A figure without an entry, from the words of its code. */
function spelt(figure: string): FigureLabel {
  const [, module, channel] = /^isp\.clippedPercent\.(\w+)\.(\d)$/.exec(figure) ?? [];
  if (module !== undefined) {
    const name = `Clipped pixels after ${module.toUpperCase()}${countedIn(figure, Number(channel))}`;
    return { name, unit: '%', group: 'ISP' };
  }
  const steps = stepsOf(figure);
  const isCount = steps.at(-1) === 'length';
  const last = isCount ? steps.slice(0, -1) : steps;
  const [end, unit] = UNITS.find(([one]) => last.at(-1)!.endsWith(one)) ?? ['', ''];
  const words = last
    .join(' ')
    .replace(/^measurements /, '')
    .slice(0, end === '' ? undefined : -end.length)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/\b\d+\b/g, (number) => String(Number(number) + 1))
    .toLowerCase()
    .replace(/\b(isp|mtf50|nps)\b/g, (name) => name.toUpperCase())
    .replace('nyquist', 'Nyquist')
    .trim();
  return {
    name: isCount ? `Number of ${words}` : capital(words),
    unit: isCount ? '' : unit,
    group: OTHERS,
  };
}

/** A figure of a sensor design, of an illuminance and a colour where it has them. */
function labelOfDesign(figure: string): FigureLabel | undefined {
  const [, level, rest] = /^design\.(?:levels\.(\d+)\.)?(.+)$/.exec(figure) ?? [];
  const [, key = '', channel] = /^(\w+?)(?:\.(\d+))?$/.exec(rest ?? '') ?? [];
  const known = OF_DESIGN[level === undefined ? key : `levels.#.${key}`];
  if (!known) return undefined;
  const [name, unit] = known;
  const light = level === undefined ? '' : `, ${nth(Number(level))} illuminance`;
  const colour = channel === undefined ? '' : countedIn(figure, Number(channel));
  return { name: `${name} by design${light}${colour}`, unit, group: 'Sensor design' };
}

/** Undefined for a name that is no code, such as one that an objective was given. */
function labelOf(figure: string): FigureLabel | undefined {
  const code = stepsOf(figure).join('.');
  const pattern = code.replace(/(?<=\.)\d+(?=\.|$)/, '#');
  for (const [group, entries] of [...Object.entries(CHOSEN), ...Object.entries(ELSEWHERE)])
    for (const [own, name, unit = ''] of entries) {
      if (own === code) return { name, unit, group };
      if (own === pattern && own.includes('#')) {
        const number = Number(/\.(\d+)(?=\.|$)/.exec(code)![1]);
        return { name: `${name}${countedIn(code, number)}`, unit, group };
      }
    }
  return (
    labelOfDesign(code) ?? (isFigure(code) || /^design\./.test(code) ? spelt(code) : undefined)
  );
}

/** A name with its unit: 'SNR at 18 % grey, dB'. */
export const withUnit = (name: string, unit: string): string =>
  unit === '' ? name : `${name}, ${unit}`;

/**
 * Name and unit of a figure of a sweep or study; of a case of a study 'Night: SNR at 18 % grey'; a
 * name that is no code stands as it is. The sign that tells a limit from an objective of the same
 * figure is left out.
 */
export function figureParts(figure: string): Pick<FigureLabel, 'name' | 'unit'> {
  const bare = figure.replace(/ [≥≤]$/, '');
  const [, part = '', own = bare] = /^case:([^/]+)\/(.+)$/.exec(bare) ?? [];
  const { name = own, unit = '' } = labelOf(own) ?? {};
  return { name: part === '' ? name : `${part}: ${name}`, unit };
}

/** A figure of a sweep or study as people read it: 'SNR at 18 % grey, dB'. */
export function figureLabel(figure: string): string {
  const { name, unit } = figureParts(figure);
  return withUnit(name, unit);
}

/** A limit in words: 'noise at most 24.6 dB'. */
export function limitInWords(
  { name, unit }: Pick<FigureLabel, 'name' | 'unit'>,
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
): string {
  const limits = [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
  ].join(' and ');
  return `${name} ${limits}${unit === '' ? '' : ` ${unit}`}`;
}

/** A figure with its value in words: 'SNR at 18 % grey: 30.1 dB'. */
export function figureInWords(figure: string, value: string): string {
  const { name, unit } = figureParts(figure);
  return `${name}: ${value}${unit === '' ? '' : ` ${unit}`}`;
}

/** What a figure of a report is about. */
export const figureGroup = (figure: string): string => labelOf(figure)?.group ?? OTHERS;

/** Channels and edges that a list has where a `#` stands. */
const listed = (figure: string): readonly string[] =>
  !figure.includes('#')
    ? [figure]
    : figure.includes('edges')
      ? [figure.replace('#', '0')]
      : BAYER.map((_, channel) => figure.replace('#', String(channel)));

/** The figures of a report that a person would choose, by what they are about. */
export const chosenFigures = (): readonly string[] =>
  Object.values(CHOSEN).flatMap((entries) => entries.flatMap(([figure]) => listed(figure)));

/**
 * Figures of a report in whose name, group or code all words of a text occur; also those that few
 * would choose, and one whose code the text is. Without text those that a person would choose.
 */
export function foundFigures(text: string): readonly string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return chosenFigures();
  const typed = text.trim();
  return [
    ...new Set([
      ...(isFigure(typed) ? [typed] : []),
      ...[...chosenFigures(), ...FIGURE_NAMES].filter((figure) => {
        const all = `${figureLabel(figure)} ${figureGroup(figure)} ${figure}`.toLowerCase();
        return words.every((word) => all.includes(word));
      }),
    ]),
  ];
}
