import { clamp } from './scalar.ts';
import type { Surface } from './surface.ts';
import type { Vector } from './vector.ts';

/** A reflectance value: BSDF times cosine per channel, with the density of sampling it (1/sr). */
export interface Reflected {
  red: number;
  green: number;
  blue: number;
  density: number;
}

/** Fresnel reflectance at a cosine: C. Schlick, "An inexpensive BRDF model", 1994. */
function schlick(atNormal: number, cosine: number): number {
  const m = clamp(1 - cosine, 0, 1);
  const m2 = m * m;
  return atNormal + (1 - atNormal) * m2 * m2 * m;
}

/**
 * The chance of sampling the coat rather than the body, for a viewer at cosine `nv`: in proportion
 * to what each of them reflects.
 */
function coatShare(surface: Surface, nv: number): number {
  if (surface.coat <= 0) return 0;
  const gloss = schlick(surface.coat, nv);
  const body =
    (1 - gloss) *
    Math.max(
      0.05,
      0.3 * (surface.red + surface.throughRed) +
        0.5 * (surface.green + surface.throughGreen) +
        0.2 * (surface.blue + surface.throughBlue),
    );
  return clamp(gloss / (gloss + body), 0.12, 0.9);
}

/** Of the body's samples, the share that goes through the sheet. */
function throughShare(surface: Surface): number {
  const through = surface.throughRed + surface.throughGreen + surface.throughBlue;
  if (through <= 0) return 0;
  return through / (through + surface.red + surface.green + surface.blue);
}

/**
 * Diffuse factor (1 for Lambert): Lambert blended with the flattened, subsurface-like term of
 * B. Burley, "Physically-based shading at Disney", SIGGRAPH 2012, after Hanrahan and Krueger 1993.
 */
function diffuseShape(surface: Surface, nl: number, nv: number, lh: number): number {
  if (surface.subsurface <= 0) return 1;
  const ml = 1 - nl;
  const mv = 1 - nv;
  const fl = ml * ml * ml * ml * ml;
  const fv = mv * mv * mv * mv * mv;
  const grazing = surface.roughness * lh * lh;
  const fss = (1 + (grazing - 1) * fl) * (1 + (grazing - 1) * fv);
  const flattened = 1.25 * (fss * (1 / (nl + nv + 1e-4) - 0.5) + 0.5);
  return 1 + surface.subsurface * (flattened - 1);
}

/**
 * Evaluates the surface for light from `light` seen from `view` (unit vectors away from the
 * surface) into `out`: a GGX coat (Walter et al., EGSR 2007; height-correlated shadowing of E.
 * Heitz, JCGT 3(2), 2014) over a diffuse body that gets what the coat lets through both ways.
 */
export function evaluate(
  surface: Surface,
  view: Readonly<Vector>,
  light: Readonly<Vector>,
  out: Reflected,
): void {
  const { nx, ny, nz } = surface;
  const { x: vx, y: vy, z: vz } = view;
  const { x: lx, y: ly, z: lz } = light;
  const nv = Math.max(1e-4, nx * vx + ny * vy + nz * vz);
  const nl = nx * lx + ny * ly + nz * lz;
  const gloss = coatShare(surface, nv);
  const through = throughShare(surface);
  out.density = 0;
  out.red = 0;
  out.green = 0;
  out.blue = 0;
  if (nl <= 0) {
    if (through <= 0) return;
    const weight = -nl / Math.PI;
    const passed = weight * (1 - schlick(surface.coat, -nl));
    out.red = surface.throughRed * passed;
    out.green = surface.throughGreen * passed;
    out.blue = surface.throughBlue * passed;
    out.density = (1 - gloss) * through * weight;
    return;
  }
  let hx = vx + lx;
  let hy = vy + ly;
  let hz = vz + lz;
  const inverse = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz + 1e-30);
  hx *= inverse;
  hy *= inverse;
  hz *= inverse;
  const lh = Math.max(0, lx * hx + ly * hy + lz * hz);
  const cosine = nl / Math.PI;
  let body = diffuseShape(surface, nl, nv, lh) * cosine;
  out.density = (1 - gloss) * (1 - through) * cosine;
  if (surface.coat > 0) {
    body *= (1 - schlick(surface.coat, nl)) * (1 - schlick(surface.coat, nv));
    const nh = nx * hx + ny * hy + nz * hz;
    const alpha = surface.roughness * surface.roughness;
    const a2 = alpha * alpha;
    const base = nh * nh * (a2 - 1) + 1;
    const distribution = a2 / (Math.PI * base * base);
    const viewTerm = Math.sqrt(a2 + (1 - a2) * nv * nv);
    const lightTerm = Math.sqrt(a2 + (1 - a2) * nl * nl);
    const visibility = 0.5 / (nl * viewTerm + nv * lightTerm);
    const shine = schlick(surface.coat, lh) * distribution * visibility * nl;
    out.red = shine;
    out.green = shine;
    out.blue = shine;
    out.density += (gloss * distribution) / (2 * (nv + viewTerm));
  }
  out.red += surface.red * body;
  out.green += surface.green * body;
  out.blue += surface.blue * body;
}

/**
 * Picks a direction for the next ray into `out`: the coat by its visible normals (E. Heitz,
 * "Sampling the GGX distribution of visible normals", JCGT 7(4), 2018), the body by the cosine.
 * `view` is the unit vector towards the viewer; `choice` and the point (u1, u2) are uniform in
 * 0..1.
 */
export function sample(
  surface: Surface,
  view: Readonly<Vector>,
  choice: number,
  { x: u1, y: u2 }: Pick<Vector, 'x' | 'y'>,
  out: Vector,
): void {
  const { nx, ny, nz } = surface;
  const { x: vx, y: vy, z: vz } = view;
  // An orthonormal frame round the normal: T. Duff et al., JCGT 6(1), 2017.
  const sign = nz >= 0 ? 1 : -1;
  const a = -1 / (sign + nz);
  const b = nx * ny * a;
  const tx = 1 + sign * nx * nx * a;
  const ty = sign * b;
  const tz = -sign * nx;
  const sx = b;
  const sy = sign + ny * ny * a;
  const sz = -ny;
  const nv = Math.max(1e-4, nx * vx + ny * vy + nz * vz);
  const gloss = coatShare(surface, nv);
  const angle = 2 * Math.PI * u2;
  if (choice < gloss) {
    const alpha = surface.roughness * surface.roughness;
    let px = alpha * (vx * tx + vy * ty + vz * tz);
    let py = alpha * (vx * sx + vy * sy + vz * sz);
    let pz = nv;
    const length = Math.sqrt(px * px + py * py + pz * pz);
    px /= length;
    py /= length;
    pz /= length;
    const across = px * px + py * py;
    const e1x = across > 1e-12 ? -py / Math.sqrt(across) : 1;
    const e1y = across > 1e-12 ? px / Math.sqrt(across) : 0;
    const e2x = -pz * e1y;
    const e2y = pz * e1x;
    const e2z = px * e1y - py * e1x;
    const r = Math.sqrt(u1);
    const p1 = r * Math.cos(angle);
    const s = 0.5 * (1 + pz);
    const p2 = (1 - s) * Math.sqrt(Math.max(0, 1 - p1 * p1)) + s * r * Math.sin(angle);
    const p3 = Math.sqrt(Math.max(0, 1 - p1 * p1 - p2 * p2));
    let mx = alpha * (p1 * e1x + p2 * e2x + p3 * px);
    let my = alpha * (p1 * e1y + p2 * e2y + p3 * py);
    let mz = Math.max(1e-6, p2 * e2z + p3 * pz);
    const inverse = 1 / Math.sqrt(mx * mx + my * my + mz * mz);
    mx *= inverse;
    my *= inverse;
    mz *= inverse;
    const hx = mx * tx + my * sx + mz * nx;
    const hy = mx * ty + my * sy + mz * ny;
    const hz = mx * tz + my * sz + mz * nz;
    const twice = 2 * (vx * hx + vy * hy + vz * hz);
    out.x = twice * hx - vx;
    out.y = twice * hy - vy;
    out.z = twice * hz - vz;
    return;
  }
  const rest = (choice - gloss) / (1 - gloss);
  const side = rest < throughShare(surface) ? -1 : 1;
  const radius = Math.sqrt(u1);
  const height = side * Math.sqrt(Math.max(0, 1 - u1));
  const p = radius * Math.cos(angle);
  const q = radius * Math.sin(angle);
  out.x = p * tx + q * sx + height * nx;
  out.y = p * ty + q * sy + height * ny;
  out.z = p * tz + q * sz + height * nz;
}
