/** In the camera's frame: right, down, forward. */
export type Point = readonly [number, number, number];

/**
 * OpenCV's formulas (Camera Calibration and 3D Reconstruction; fisheye), which share nothing with
 * the product.
 */
export const PROJECT = {
  pinhole: ([x, y, z]: Point, [k1, k2, p1, p2, k3, k4 = 0, k5 = 0, k6 = 0]: readonly number[]) => {
    const [a, b] = [x / z, y / z];
    const r2 = a * a + b * b;
    const over = 1 + k1! * r2 + k2! * r2 ** 2 + k3! * r2 ** 3;
    const radial = over / (1 + k4 * r2 + k5 * r2 ** 2 + k6 * r2 ** 3);
    return [
      a * radial + 2 * p1! * a * b + p2! * (r2 + 2 * a * a),
      b * radial + p1! * (r2 + 2 * b * b) + 2 * p2! * a * b,
    ] as const;
  },
  fisheye: ([x, y, z]: Point, [k1, k2, k3, k4]: readonly number[]) => {
    const r = Math.hypot(x, y);
    const t = Math.atan2(r, z);
    const distorted = t * (1 + k1! * t ** 2 + k2! * t ** 4 + k3! * t ** 6 + k4! * t ** 8);
    return r === 0 ? ([0, 0] as const) : ([(x / r) * distorted, (y / r) * distorted] as const);
  },
};
