import type { CameraInfo } from '@lumenloom/node-host';

/** A camera model with its place on a sensor; pixel centres are whole numbers, as in OpenCV. */
export interface PlacedModel {
  readonly name: 'opencv' | 'opencv-rational' | 'kannala-brandt';
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
  readonly coefficients: readonly number[];
  readonly rmsPx: number;
  readonly worstPx: number;
  readonly validToDegrees: number;
}

/** Size of the picture and name of the camera. */
export interface PictureOf {
  readonly camera: string;
  readonly rows: number;
  readonly columns: number;
}

/** Names of the models in camera_info of ROS (sensor_msgs/distortion_models.h). */
const ROS_NAMES = {
  opencv: 'plumb_bob',
  'opencv-rational': 'rational_polynomial',
  'kannala-brandt': 'equidistant',
} as const;

/** Names of the coefficients, in OpenCV's order. */
export const COEFFICIENTS = {
  opencv: ['k1', 'k2', 'p1', 'p2', 'k3'],
  'opencv-rational': ['k1', 'k2', 'p1', 'p2', 'k3', 'k4', 'k5', 'k6'],
  'kannala-brandt': ['k1', 'k2', 'k3', 'k4'],
} as const;

/** A number that readers of YAML take for a real one. */
const real = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e15
    ? `${Object.is(value, -0) ? 0 : value}.0`
    : String(value);
const list = (values: readonly number[]): string => `[ ${values.map(real).join(', ')} ]`;

const cameraMatrix = ({
  fx,
  fy,
  cx,
  cy,
}: Pick<PlacedModel, 'fx' | 'fy' | 'cx' | 'cy'>): number[] => [fx, 0, cx, 0, fy, cy, 0, 0, 1];

/** A camera as CameraInfo of ROS. */
export const cameraInfo = (
  model: Pick<PlacedModel, 'name' | 'fx' | 'fy' | 'cx' | 'cy' | 'coefficients'>,
  { rows, columns }: Pick<PictureOf, 'rows' | 'columns'>,
): CameraInfo => {
  const { name, fx, fy, cx, cy, coefficients } = model;
  return {
    width: columns,
    height: rows,
    distortion_model: ROS_NAMES[name],
    d: coefficients,
    k: cameraMatrix(model),
    r: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    p: [fx, 0, cx, 0, 0, fy, cy, 0, 0, 0, 1, 0],
  };
};

/** A camera as a file of OpenCV's FileStorage. */
export function openCvYaml(model: PlacedModel, { camera, rows, columns }: PictureOf): string {
  const matrix = (name: string, height: number, values: readonly number[]): string[] => [
    `${name}: !!opencv-matrix`,
    `   rows: ${height}`,
    `   cols: ${values.length / height}`,
    '   dt: d',
    `   data: ${list(values)}`,
  ];
  return [
    '%YAML:1.0',
    '---',
    `camera_name: ${JSON.stringify(camera)}`,
    `image_width: ${columns}`,
    `image_height: ${rows}`,
    `camera_model: ${JSON.stringify(model.name)}`,
    ...matrix('camera_matrix', 3, cameraMatrix(model)),
    ...matrix('distortion_coefficients', 1, model.coefficients),
    `rms_px: ${real(model.rmsPx)}`,
    `worst_px: ${real(model.worstPx)}`,
    `valid_to_degrees: ${real(model.validToDegrees)}`,
    '',
  ].join('\n');
}

/** A camera as camera_info of ROS: the file that camera_info_manager loads. */
export function rosYaml(model: PlacedModel, picture: PictureOf): string {
  const { rmsPx, worstPx, validToDegrees } = model;
  const { width, height, distortion_model, d, k, r, p } = cameraInfo(model, picture);
  const matrix = (key: string, lines: number, values: readonly number[]): string[] => [
    `${key}:`,
    `  rows: ${lines}`,
    `  cols: ${values.length / lines}`,
    `  data: ${list(values)}`,
  ];
  return [
    `# Fitted up to ${validToDegrees} degrees from the axis: ${rmsPx} pixels RMS, ${worstPx} at worst.`,
    `image_width: ${width}`,
    `image_height: ${height}`,
    `camera_name: ${JSON.stringify(picture.camera)}`,
    ...matrix('camera_matrix', 3, k),
    `distortion_model: ${distortion_model}`,
    ...matrix('distortion_coefficients', 1, d),
    ...matrix('rectification_matrix', 3, r),
    ...matrix('projection_matrix', 3, p),
    '',
  ].join('\n');
}

/**
 * A camera as camchain.yaml of Kalibr, whose equidistant model takes any lens.
 *
 * @param model of the kind kannala-brandt.
 */
export const kalibrYaml = (
  { fx, fy, cx, cy, coefficients }: PlacedModel,
  { rows, columns }: PictureOf,
): string =>
  [
    'cam0:',
    '  camera_model: pinhole',
    `  intrinsics: ${list([fx, fy, cx, cy])}`,
    '  distortion_model: equidistant',
    `  distortion_coeffs: ${list(coefficients)}`,
    `  resolution: [${columns}, ${rows}]`,
    '  rostopic: /camera/image_raw',
    '',
  ].join('\n');
