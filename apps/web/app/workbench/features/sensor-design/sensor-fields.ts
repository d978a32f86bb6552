import { sensors, type NumberField } from '@lumenloom/engine/catalogue';

/** A value of a sensor file, as the sheet shows it. */
export interface SheetField {
  /** Its place in the file. */
  readonly path: string;
  readonly label: string;
  readonly unit: string;
  /** How it is typed; `json` is written as in the file. */
  readonly kind: 'number' | 'json' | readonly string[];
  /** What stands in its place while it is blank. */
  readonly standard?: string;
  readonly help?: string;
}

export interface Fold {
  readonly name: string;
  /** Paths of the values in its line. */
  readonly main: readonly string[];
  readonly fields: readonly SheetField[];
}

type SensorKey = (typeof sensors.bayerGrbg.fields)[number]['key'];

/** One of the twelve fields of a recipe, by its descriptor. */
function ofRecipe(key: SensorKey): SheetField {
  const fields: readonly NumberField[] = sensors.bayerGrbg.fields;
  const { label, unit, min, max, help, ...field } = fields.find((one) => one.key === key)!;
  return {
    path: `sensorParams.${key}`,
    label,
    unit,
    kind: 'number',
    standard: String(field.default),
    help: `${help} From ${min} to ${max}${unit && ` ${unit}`}.`,
  };
}

const ofFile = (
  path: string,
  label: string,
  unit = '',
  more: Partial<SheetField> = {},
): SheetField => ({ path, label, unit, kind: 'number', ...more });
const json = (path: string, label: string, help: string): SheetField =>
  ofFile(path, label, '', { kind: 'json', help: `${help} Written as in the file.` });

const ELECTRONS = 'e⁻';

/** Every value of a sensor file but name, pattern and spectra, which have places of their own. */
export const FOLDS: readonly Fold[] = [
  {
    name: 'Pixel',
    main: ['sensorParams.pixel_size', 'sensorParams.well_capacity'],
    fields: [
      ofRecipe('pixel_size'),
      ofRecipe('rows'),
      ofRecipe('cols'),
      ofRecipe('well_capacity'),
      ofRecipe('fill_factor'),
      json(
        'aperture',
        'Aperture',
        'Width and height of the light-sensitive box, shares of the pitch, .05 to 1.',
      ),
      ofFile('diffusionMicrometres', 'Diffusion', 'µm', {
        help: 'Standard deviation of the way of charge between pixels, 0 to 10 µm.',
      }),
      json(
        'microlens',
        'Microlens',
        'heightMicrometres, apertureMicrometres and chiefRay of the lens above each pixel.',
      ),
      json(
        'crosstalk',
        'Crosstalk',
        'optical and electrical: shares that arrive at the neighbours.',
      ),
    ],
  },
  {
    name: 'Converter',
    main: ['bits', 'sensorParams.analog_gain'],
    fields: [
      ofFile('bits', 'Bits', '', { standard: '10', help: 'Of the converter, 8 to 16.' }),
      ofRecipe('voltage_swing'),
      ofRecipe('analog_gain'),
      ofRecipe('analog_offset'),
      ofFile('blackLevel', 'Black Level', 'codes', {
        help: 'Code in the dark, in place of Analog Offset.',
      }),
      json(
        'nonLinearity',
        'Non-Linearity',
        'a₂ and a₃ of u + a₂u² + a₃u³, u being the electrons over the well; −.5 to .5.',
      ),
      json(
        'companding',
        'Companding',
        'bits and knees of the curve from linear codes to those that leave the chip.',
      ),
    ],
  },
  {
    name: 'Noise',
    main: ['readNoiseElectrons', 'sensorParams.read_noise', 'sensorParams.prnu'],
    fields: [
      ofFile('readNoiseElectrons', 'Read Noise', ELECTRONS, {
        help: 'Standard deviation of one read, in place of the one in mV.',
      }),
      ofRecipe('read_noise'),
      ofFile('dsnuElectrons', 'DSNU', ELECTRONS, {
        help: 'Standard deviation of the offset from pixel to pixel, in place of the one in mV.',
      }),
      ofRecipe('dsnu'),
      ofRecipe('prnu'),
      ...(
        [
          ['rowNoiseElectrons', 'Row Noise', 'New in each frame'],
          ['columnNoiseElectrons', 'Column Noise', 'New in each frame'],
          ['rowOffsetElectrons', 'Row Offset', 'The same in each frame'],
          ['columnOffsetElectrons', 'Column Offset', 'The same in each frame'],
          ['blackDriftElectrons', 'Black Drift', 'Of the black level from frame to frame'],
        ] as const
      ).map(([path, label, when]) =>
        ofFile(path, label, ELECTRONS, {
          standard: '0',
          help: `Standard deviation. ${when}. From 0 to 100000 e⁻.`,
        }),
      ),
      ofFile('opticalBlackRows', 'Black Rows', '', {
        standard: '0',
        help: 'Rows without light that are read beside the picture, 0 to 64.',
      }),
      ofFile('randomTelegraph.perMillion', 'Telegraph Pixels', '10⁻⁶', {
        help: 'Share of the pixels that jump between two levels, 0 to 100000 per million.',
      }),
      ofFile('randomTelegraph.electrons', 'Telegraph Jump', ELECTRONS),
      json('defects', 'Defects', 'hot, dead and stuck pixels and columns, each with perMillion.'),
      ofFile('emva1288.snrMaxDb', 'SNR Max', 'dB', {
        help: 'As data sheets give it, with Dynamic Range in place of well and read noise.',
      }),
      ofFile('emva1288.dynamicRangeDb', 'Dynamic Range', 'dB', {
        help: 'As data sheets give it, with SNR Max in place of well and read noise.',
      }),
    ],
  },
  {
    name: 'Dark',
    main: ['darkCurrent.electronsPerSecond', 'sensorParams.dark_voltage'],
    fields: [
      ofRecipe('dark_voltage'),
      ofFile('darkCurrent.electronsPerSecond', 'Dark Current', 'e⁻/s', {
        help: 'In place of Dark Voltage.',
      }),
      ofFile('darkCurrent.atCelsius', 'Measured at', '°C'),
      ofFile('darkCurrent.doublingKelvin', 'Doubles every', 'K'),
      ofFile('darkCurrent.sensorCelsius', 'Sensor at', '°C', {
        help: 'Temperature of the sensor; needs the two above.',
      }),
      ofFile('darkCurrent.nonUniformityPercent', 'Spread', '%', {
        help: 'Standard deviation of the dark current from pixel to pixel, 0 to 1000 %.',
      }),
    ],
  },
  {
    name: 'Colour',
    main: ['pattern'],
    fields: [
      json(
        'quantumEfficiencyAt',
        'QE at',
        'Known values that scale the curves of the reference sensor: {"green": [525, 0.62]}.',
      ),
      json(
        'irCut',
        'IR Cut',
        'Transmission of the filter: {"nm": [400, 700], "transmission": [1, 0.9]}.',
      ),
      json('antiReflection', 'Coating', 'Transmission of the coating, as of the IR cut.'),
    ],
  },
  {
    name: 'Exposure',
    main: ['longestExposureSeconds', 'shutter.kind'],
    fields: [
      ofFile('longestExposureSeconds', 'Longest', 's', { help: 'The meter stops there.' }),
      ofFile('shutter.kind', 'Shutter', '', { kind: ['global', 'rolling', 'globalReset'] }),
      ofFile('shutter.lineSeconds', 'Line Time', 's', { standard: '0', help: 'From 0 to .1 s.' }),
      ofFile('shutter.direction', 'Direction', '', { kind: ['down', 'up'] }),
      ofFile('shutter.linesTogether', 'Lines Together', '', {
        standard: '1',
        help: 'From 1 to 64.',
      }),
      ofFile('shutter.parasiticLightSensitivity', 'Parasitic Light', '', {
        standard: '0',
        help: 'Response of the storage of a global shutter, 0 to 1.',
      }),
      json('captures', 'Captures', '2 to 4 captures of a frame.'),
      json('merge', 'Merge', 'rule, knee, blend, linearBits and blackLevel.'),
    ],
  },
];

/** All fields with their folds. */
export const FIELDS: readonly SheetField[] = FOLDS.flatMap(({ fields }) => fields);
