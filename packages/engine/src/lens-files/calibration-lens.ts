import { CALIBRATION_MODELS, type MeasuredLensFile } from '../optics/measured/measured-file.ts';
import { readMeasuredLens } from '../optics/measured/read-measured.ts';
import { fail, isObject, type Table } from '../text/json-fields.ts';

type Model = keyof typeof CALIBRATION_MODELS;

/** The models by their names in ROS, Kalibr and our own files for OpenCV. */
const MODELS: Readonly<Record<string, Model>> = {
  plumb_bob: 'plumb_bob',
  radtan: 'plumb_bob',
  opencv: 'plumb_bob',
  rational_polynomial: 'rational_polynomial',
  'opencv-rational': 'rational_polynomial',
  equidistant: 'equidistant',
  fisheye: 'equidistant',
  'kannala-brandt': 'equidistant',
};

/** What a calibration does not say. */
interface Beside {
  readonly name: string;
  readonly pixelMicrometres: number;
  readonly fNumber: number;
}

/**
 * A measured lens of the calibration of a camera: the content of a file of OpenCV's FileStorage, of
 * camera_info of ROS, or the first camera of a camchain of Kalibr.
 *
 * @throws SimulationError with the path of the field that is missing or wrong.
 */
export function calibrationLens(
  content: unknown,
  { name, pixelMicrometres, fNumber }: Beside,
): MeasuredLensFile {
  if (!isObject(content)) fail('', 'A calibration must have keys.');
  const first = content['cam0'];
  const camera = isObject(first) ? first : content;
  const [fx, fy, cx, cy] = intrinsicsOf(camera);
  const [columns, rows] = sizeOf(camera);
  const written = numbersAt(camera, ['distortion_coefficients', 'distortion_coeffs']);
  const model = modelOf(camera, written.length);
  const count = CALIBRATION_MODELS[model];
  // Kalibr's radtan ends before k3.
  const coefficients =
    model === 'plumb_bob' && written.length === count - 1 ? [...written, 0] : written;
  return readMeasuredLens({
    kind: 'measured',
    name,
    fNumber,
    distortion: {
      ...{ model, fx, fy, cx, cy, coefficients },
      imageSize: [columns, rows],
      pixelMicrometres,
    },
  });
}

/** The numbers of a list, or of the data of a matrix, under the first key that is there. */
function numbersAt(from: Table, keys: readonly string[]): readonly number[] {
  const key = keys.find((one) => from[one] !== undefined);
  if (key === undefined) return fail(keys[0]!, `${keys[0]!} is missing.`);
  const value = from[key];
  const list: unknown = isObject(value) ? value['data'] : value;
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'number'))
    return fail(key, `${key} must be a list of numbers, or have one as its data.`);
  return list;
}

/** Both focal lengths and the place of the axis, pixels. */
function intrinsicsOf(camera: Table): readonly [number, number, number, number] {
  if (camera['intrinsics'] !== undefined) {
    const { camera_model: kind } = camera;
    if (kind !== undefined && kind !== 'pinhole')
      fail('camera_model', 'camera_model must be pinhole.');
    const values = numbersAt(camera, ['intrinsics']);
    if (values.length !== 4) fail('intrinsics', 'intrinsics must be fx, fy, cx and cy.');
    return values as unknown as readonly [number, number, number, number];
  }
  const matrix = numbersAt(camera, ['camera_matrix']);
  if (matrix.length !== 9) fail('camera_matrix', 'camera_matrix must have nine numbers.');
  return [matrix[0]!, matrix[4]!, matrix[2]!, matrix[5]!];
}

function sizeOf(camera: Table): readonly [number, number] {
  const listed = camera['resolution'];
  if (Array.isArray(listed) && listed.length === 2) return listed as unknown as [number, number];
  const { image_width: columns, image_height: rows } = camera;
  if (typeof columns !== 'number' || typeof rows !== 'number')
    return fail('image_width', 'image_width and image_height are missing.');
  return [columns, rows];
}

function modelOf(camera: Table, count: number): Model {
  const named = camera['distortion_model'] ?? camera['camera_model'];
  if (typeof named === 'string' && Object.hasOwn(MODELS, named)) return MODELS[named]!;
  if (named !== undefined)
    fail('distortion_model', `distortion_model must be one of ${Object.keys(MODELS).join(', ')}.`);
  return count === CALIBRATION_MODELS.rational_polynomial ? 'rational_polynomial' : 'plumb_bob';
}
