import { isObject, parseJson, plainNumber } from '@lumenloom/engine/quick';
import { failScene } from './spectral-file.ts';

const DEGREES = 180 / Math.PI;

/**
 * The horizontal field of view of a camera file, degrees: `cameraAperture` and `cameraFocalLength`
 * of Isaac Sim, `fov` of CARLA in degrees, `camera_angle_x` in radians, or `fx` (or a matrix `K` or
 * `intrinsics`) with `width`, pixels.
 *
 * @throws SimulationError where it has none of these.
 */
export function readCameraFile(bytes: Uint8Array): number {
  const json = parseJson(new TextDecoder().decode(bytes));
  if (!isObject(json)) return failScene('A camera file holds an object of JSON');
  const numberOf = (...keys: readonly string[]): number | undefined => {
    for (const key of keys) {
      const value = json[key];
      const number = typeof value === 'string' ? plainNumber(value) : value;
      if (typeof number === 'number' && number > 0) return number;
    }
    return undefined;
  };
  const [aperture] = arrayOf(json['cameraAperture']);
  const focal = numberOf('cameraFocalLength');
  const [row] = arrayOf(json['K'] ?? json['intrinsics'] ?? json['camera_matrix']);
  const fx = numberOf('fx', 'fl_x') ?? arrayOf(row)[0];
  const width = numberOf('width', 'image_size_x', 'w', 'image_width');
  const hfov =
    numberOf('hfov', 'fov', 'fov_x', 'horizontal_fov') ??
    (typeof aperture === 'number' && focal !== undefined
      ? angleOf(aperture / 2 / focal)
      : typeof fx === 'number' && width !== undefined
        ? angleOf(width / 2 / fx)
        : (numberOf('camera_angle_x') ?? NaN) * DEGREES);
  return hfov > 0 && hfov < 180
    ? hfov
    : failScene(
        'The camera file has no field of view: cameraAperture and cameraFocalLength, fov in degrees, or fx and width in pixels',
      );
}

const angleOf = (tangent: number): number => 2 * Math.atan(tangent) * DEGREES;

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
