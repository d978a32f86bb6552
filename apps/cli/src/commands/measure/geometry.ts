import {
  fitLens,
  fitMap,
  lensGeometry,
  measuredDesign,
  measuredGeometry,
  measuredMap,
  ofDirections,
  ownModel,
  type CameraModelName,
  type Directed,
  type FieldGeometry,
  type FittedModel,
} from '@lumenloom/engine';
import { sensors } from '@lumenloom/engine/catalogue';
import { UsageError, writeFile } from '@lumenloom/node-host/command-line';
import { configurationOption, JSON_OUTPUT } from '../../arguments.ts';
import { columns } from '../columns.ts';
import { command } from '../command.ts';
import { LENS_IDS, isNamedMeasured, lensFileOptions, readAnyNamedLens } from '../read-lens.ts';
import { PARAMS, readSensor, sensorFileOptions, type SensorFileValues } from '../read-sensor.ts';
import {
  COEFFICIENTS,
  kalibrYaml,
  openCvYaml,
  rosYaml,
  type PlacedModel,
} from '../camera-files.ts';
import { print, type Row } from '../print.ts';

/** Fields of the table, as shares of the half field. */
const FRACTIONS = Array.from({ length: 11 }, (_, i) => i / 10);

/**
 * `lumenloom measure geometry`: where a lens images what, and the camera models that other programs
 * load.
 */
export const geometry = command(
  {
    usage: ['--lens NAME|FILE [options]'],
    says: `Distortion against f·tan(field), lateral colour (650 minus 450 nm), relative illumination and chief-ray angle (550 nm) of a lens (${LENS_IDS.join(', ')} or a lens file) in eleven fields, and a camera model fitted to its chief rays over the sensor, with its residuals in pixels. Without a choice the model is the pinhole up to 60 degrees of half field and the fisheye beyond; of a measured lens the model of its calibration. Without a sensor the fit covers the whole field of the lens, in pixels of the default sensor. Pixel centres are whole numbers in the model, as in OpenCV.`,
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      lens: { value: 'NAME|FILE', says: 'The lens.' },
      opencv: { says: "OpenCV's pinhole with k1 to k3." },
      'opencv-rational': { says: "OpenCV's pinhole with k1 to k6." },
      'kannala-brandt': { says: "OpenCV's fisheye." },
      params: PARAMS,
      ...sensorFileOptions,
      'opencv-yaml': { value: 'FILE', output: 'file', says: "A file for OpenCV's FileStorage." },
      'ros-yaml': { value: 'FILE', output: 'file', says: 'A file for camera_info of ROS.' },
      'kalibr-yaml': {
        value: 'FILE',
        output: 'file',
        says: 'A camchain of Kalibr, always with its equidistant model.',
      },
      ...lensFileOptions,
      ...configurationOption,
      json: JSON_OUTPUT,
    },
    examples: [
      'measure geometry --lens fisheye --kannala-brandt',
      'measure geometry --lens double-gauss --opencv-yaml camera.yaml',
    ],
    document: 'docs/measuring-a-camera.md',
  },
  async ({ values }, { stdout, stderr }) => {
    if (values.lens === undefined)
      throw new UsageError(`Name a lens, for example --lens ${LENS_IDS[0]!}.`);
    const name = modelOption(values);
    const { rows, cols, pixel_size: pitch } = await parametersOf(values);
    const named = await readAnyNamedLens(values.lens, values, (note) => {
      (values.json ? stderr : stdout).write(`${note}\n`);
    });
    const lens = geometryOf(named);
    const corner =
      values.params === undefined && values['sensor-file'] === undefined
        ? Infinity
        : (Math.hypot(rows, cols) / 2) * pitch;
    const fitted = (wanted: CameraModelName | undefined): PlacedModel => {
      const { focal, ...fit } = lens.fit(wanted, pitch, corner);
      const { coefficients, rmsPx, worstPx, validToDegrees } = fit;
      const [shiftX, shiftY] = fit.principal ?? [0, 0];
      const [cx, cy] = [(cols - 1) / 2 + shiftX, (rows - 1) / 2 + shiftY];
      const fy = focal * (fit.aspect ?? 1);
      const placed = { name: fit.name, fx: focal, fy, cx, cy, coefficients };
      return { ...placed, rmsPx, worstPx, validToDegrees };
    };
    const model = fitted(name);
    const picture = { camera: lens.name, rows, columns: cols };
    const { 'opencv-yaml': openCv, 'ros-yaml': ros, 'kalibr-yaml': kalibr } = values;
    if (openCv !== undefined) await writeFile(openCv, openCvYaml(model, picture));
    if (ros !== undefined) await writeFile(ros, rosYaml(model, picture));
    if (kalibr !== undefined)
      await writeFile(kalibr, kalibrYaml(fitted('kannala-brandt'), picture));
    const { fields } = lens;
    if (!values.json) stdout.write(`${fieldTable(fields).join('\n')}\n\n`);
    print(stdout, values.json, { fields, model }, modelRows(model));
  },
);

/** What is measured of a lens, of glass or measured itself. */
function geometryOf(named: Awaited<ReturnType<typeof readAnyNamedLens>>): {
  readonly name: string;
  readonly fields: readonly (FieldGeometry & Directed)[];
  readonly fit: (wanted: CameraModelName | undefined, pitch: number, corner: number) => FittedModel;
} {
  if (isNamedMeasured(named)) {
    const design = measuredDesign(named.file);
    return {
      name: named.file.name,
      fields: measuredGeometry(design, FRACTIONS),
      fit: (wanted, ...asked) =>
        fitMap(measuredMap(design), wanted ?? ownModel(named.file), ...asked),
    };
  }
  const { design } = named;
  return {
    name: design.name,
    fields: ofDirections(design, (lens) => lensGeometry(lens, FRACTIONS)),
    fit: (...asked) => fitLens(design, ...asked),
  };
}

function modelOption(
  values: Readonly<Record<CameraModelName, boolean>>,
): CameraModelName | undefined {
  const chosen = (['opencv', 'opencv-rational', 'kannala-brandt'] as const).filter(
    (name) => values[name],
  );
  if (chosen.length > 1)
    throw new UsageError(
      `Choose one camera model, not ${chosen.map((name) => `--${name}`).join(' and ')}.`,
    );
  return chosen[0];
}

/**
 * Parameters of the sensor: every sensor has the same, and the choice of one changes no geometry.
 */
const parametersOf = async (
  values: SensorFileValues & Readonly<Record<'params', string | undefined>>,
) => {
  const sensor = values['sensor-file'] === undefined ? Object.values(sensors)[0]!.label : undefined;
  return (await readSensor({ ...values, sensor })).sensor.parameters;
};

const fieldTable = (fields: readonly (FieldGeometry & Directed)[]): readonly string[] =>
  columns([
    [
      'field °',
      'height mm',
      'distortion %',
      'lateral colour µm',
      'relative illumination',
      'chief-ray angle °',
    ],
    ...fields.map((field) => [
      `${field.fieldDegrees.toFixed(2)}${field.towards === undefined ? '' : ` ${field.towards}`}`,
      field.heightMm.toFixed(5),
      Number.isNaN(field.distortionPercent) ? '-' : field.distortionPercent.toFixed(3),
      field.lateralColourUm.toFixed(3),
      field.relativeIllumination.toFixed(4),
      field.chiefRayAngleDegrees.toFixed(3),
    ]),
  ]);

const modelRows = (model: PlacedModel): readonly Row[] => [
  ['Camera model', model.name],
  ...(model.fx === model.fy
    ? [['fx, fy', model.fx, 'pixels'] as const]
    : [['fx', model.fx, 'pixels'] as const, ['fy', model.fy, 'pixels'] as const]),
  ['cx', model.cx, 'pixels'],
  ['cy', model.cy, 'pixels'],
  ...model.coefficients.map((value, i): Row => [
    `Coefficient ${COEFFICIENTS[model.name][i]!}`,
    value,
  ]),
  ['Residual, RMS', model.rmsPx, 'pixels'],
  ['Residual, largest', model.worstPx, 'pixels'],
  ['Fitted up to', model.validToDegrees, 'degrees'],
];
