/**
 * What a ray meets in a mesh: four boxes of a node at a time, in pairs of doubles; its plain twin is
 * ../mesh-tree.ts, which says what nodes and triangles hold.
 */

// Of what waits: where the ray enters its box (f64), its link and its count (i32).
const STACK: usize = memory.data(16 * 256, 16);
// Origin, direction, least and greatest distance; then distance and weights of what was met.
const RAY: usize = memory.data(8 * 11, 16);
const EDGE: f64 = 1e-10;
const WIDER: f64 = 1 + 1e-12;

export function heapBase(): usize {
  return __heap_base;
}
export function rayAddress(): usize {
  return RAY;
}

// @ts-ignore: decorator
@inline
function pair(address: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(address));
}

// @ts-ignore: decorator
@inline
function push(top: usize, base: usize, near: f64, node: usize, child: i32): usize {
  const link = load<i32>(node + ((<usize>child) << 2), 96);
  const count = load<i32>(node + ((<usize>child) << 2), 112);
  let at = top;
  // Farther ones lie below; of equal ones the first child is taken first.
  while (at > base && load<f64>(at - 16) <= near) {
    v128.store(at, v128.load(at - 16));
    at -= 16;
  }
  store<f64>(at, near);
  store<i32>(at, link, 8);
  store<i32>(at, count, 12);
  return top + 16;
}

/**
 * @param isAnyEnough not 0: the first triangle that is found ends the search.
 * @returns the triangle by its place in the leaves; -1 for none.
 */
export function meet(nodes: usize, triangles: usize, isAnyEnough: i32): i32 {
  const ox = load<f64>(RAY),
    oy = load<f64>(RAY, 8),
    oz = load<f64>(RAY, 16),
    dx = load<f64>(RAY, 24),
    dy = load<f64>(RAY, 32),
    dz = load<f64>(RAY, 40),
    from = load<f64>(RAY, 48);
  let to = load<f64>(RAY, 56);
  const ix = 1 / dx,
    iy = 1 / dy,
    iz = 1 / dz;
  const nearX: usize = ix < 0 ? 48 : 0,
    nearY: usize = iy < 0 ? 64 : 16,
    nearZ: usize = iz < 0 ? 80 : 32;
  const farX: usize = 48 - nearX,
    farY: usize = 80 - nearY,
    farZ: usize = 112 - nearZ;
  const o0 = f64x2.splat(ox),
    o1 = f64x2.splat(oy),
    o2 = f64x2.splat(oz),
    i0 = f64x2.splat(ix),
    i1 = f64x2.splat(iy),
    i2 = f64x2.splat(iz),
    least = f64x2.splat(from),
    wider = f64x2.splat(WIDER);
  let found: i32 = -1;
  let top = STACK;
  store<f64>(top, from);
  store<i64>(top, 0, 8);
  top += 16;
  while (top > STACK) {
    top -= 16;
    if (load<f64>(top) > to) continue;
    const link = load<i32>(top, 8);
    const count = load<i32>(top, 12);
    if (count == 0) {
      const node = nodes + ((<usize>link) << 7);
      const base = top;
      const most = f64x2.splat(to);
      for (let half: usize = 0; half < 16; half += 8) {
        const at = node + half;
        let near = least;
        let far = most;
        near = f64x2.pmax(near, f64x2.mul(f64x2.sub(pair(at + nearX), o0), i0));
        near = f64x2.pmax(near, f64x2.mul(f64x2.sub(pair(at + nearY), o1), i1));
        near = f64x2.pmax(near, f64x2.mul(f64x2.sub(pair(at + nearZ), o2), i2));
        far = f64x2.pmin(far, f64x2.mul(f64x2.sub(pair(at + farX), o0), i0));
        far = f64x2.pmin(far, f64x2.mul(f64x2.sub(pair(at + farY), o1), i1));
        far = f64x2.pmin(far, f64x2.mul(f64x2.sub(pair(at + farZ), o2), i2));
        const hits = i64x2.bitmask(f64x2.le(near, f64x2.mul(far, wider)));
        const child = <i32>(half >> 2);
        if (hits & 1) top = push(top, base, f64x2.extract_lane(near, 0), node, child);
        if (hits & 2) top = push(top, base, f64x2.extract_lane(near, 1), node, child + 1);
      }
      continue;
    }
    for (let triangle = link; triangle < link + count; triangle++) {
      const t = triangles + <usize>triangle * 72;
      const ax = load<f64>(t, 24),
        ay = load<f64>(t, 32),
        az = load<f64>(t, 40),
        bx = load<f64>(t, 48),
        by = load<f64>(t, 56),
        bz = load<f64>(t, 64);
      const hx = dy * bz - dz * by,
        hy = dz * bx - dx * bz,
        hz = dx * by - dy * bx;
      const determinant = ax * hx + ay * hy + az * hz;
      if (determinant == 0) continue;
      const inverse = 1 / determinant;
      const sx = ox - load<f64>(t),
        sy = oy - load<f64>(t, 8),
        sz = oz - load<f64>(t, 16);
      const a = (sx * hx + sy * hy + sz * hz) * inverse;
      if (!(a >= -EDGE && a <= 1 + EDGE)) continue;
      const qx = sy * az - sz * ay,
        qy = sz * ax - sx * az,
        qz = sx * ay - sy * ax;
      const b = (dx * qx + dy * qy + dz * qz) * inverse;
      if (!(b >= -EDGE && a + b <= 1 + EDGE)) continue;
      const distance = (bx * qx + by * qy + bz * qz) * inverse;
      if (!(distance > from && distance < to)) continue;
      to = distance;
      found = triangle;
      store<f64>(RAY, distance, 64);
      store<f64>(RAY, a, 72);
      store<f64>(RAY, b, 80);
      if (isAnyEnough) return found;
    }
  }
  return found;
}
