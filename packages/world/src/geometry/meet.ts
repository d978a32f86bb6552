import type { ExactShape } from './mesh.ts';
import type { Ray } from './ray.ts';

/** Where a ray meets a geometry: for triangles which one, and the weights of its corners. */
export interface Meeting {
  triangle: number;
  a: number;
  b: number;
}

/** Nearest distance at which a ray meets an exact shape within its limits; undefined for none. */
export function meetShape(shape: ExactShape, ray: Ray): number | undefined {
  switch (shape.kind) {
    case 'sphere':
      return meetSphere(shape.radius, ray);
    case 'disc':
      return meetDisc(shape, ray);
    case 'cylinder':
      return meetCylinder(shape, ray);
  }
}

const within = (distance: number, ray: Ray): boolean => distance > ray[6]! && distance < ray[7]!;

export function meetSphere(radius: number, ray: Ray): number | undefined {
  const [x, y, z] = [ray[0]!, ray[1]!, ray[2]!];
  const [dx, dy, dz] = [ray[3]!, ray[4]!, ray[5]!];
  return quadratic(
    [
      dx * dx + dy * dy + dz * dz,
      x * dx + y * dy + z * dz,
      x * x + y * y + z * z - radius * radius,
    ],
    (distance) => within(distance, ray),
  );
}

/** The least root of a t² + 2 b t + c that is accepted, without cancellation. */
function quadratic(
  [a, b, c]: readonly [number, number, number],
  accepts: (root: number) => boolean,
): number | undefined {
  const discriminant = b * b - a * c;
  if (!(discriminant >= 0) || a === 0) return undefined;
  const q = -(b + Math.sign(b || 1) * Math.sqrt(discriminant));
  const [one, other] = [q / a, q === 0 ? 0 : c / q];
  const [near, far] = one < other ? [one, other] : [other, one];
  return accepts(near) ? near : accepts(far) ? far : undefined;
}

function meetDisc(
  { radius, inner }: { readonly radius: number; readonly inner: number },
  ray: Ray,
): number | undefined {
  const distance = -ray[2]! / ray[5]!;
  if (!within(distance, ray)) return undefined;
  const [x, y] = [ray[0]! + distance * ray[3]!, ray[1]! + distance * ray[4]!];
  const squared = x * x + y * y;
  return squared <= radius * radius && squared >= inner * inner ? distance : undefined;
}

function meetCylinder(
  {
    radius,
    height,
    caps,
  }: { readonly radius: number; readonly height: number; readonly caps: boolean },
  ray: Ray,
): number | undefined {
  const [x, y, z] = [ray[0]!, ray[1]!, ray[2]!];
  const [dx, dy, dz] = [ray[3]!, ray[4]!, ray[5]!];
  const isHigh = (distance: number): boolean => Math.abs(y + distance * dy) <= height / 2;
  let nearest = quadratic(
    [dx * dx + dz * dz, x * dx + z * dz, x * x + z * z - radius * radius],
    (distance) => within(distance, ray) && isHigh(distance),
  );
  if (!caps) return nearest;
  for (const side of [-height / 2, height / 2]) {
    const distance = (side - y) / dy;
    const [px, pz] = [x + distance * dx, z + distance * dz];
    if (
      within(distance, ray) &&
      distance < (nearest ?? Infinity) &&
      px * px + pz * pz <= radius * radius
    )
      nearest = distance;
  }
  return nearest;
}
