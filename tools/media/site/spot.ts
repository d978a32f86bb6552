import { traceRays, type LensDesign } from '@lumenloom/engine';

/**
 * Where rays of a point at infinity arrive, µm from the chief ray of the first wavelength: x and y
 * per wavelength.
 */
export function spotDiagram(
  design: LensDesign,
  fraction: number,
  wavelengths: readonly number[],
  rings = 14,
): (readonly (readonly [number, number])[])[] {
  const angle = fraction * design.halfField;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const front = design.surfaces[0]!.semiDiameterMm * 1.05;
  const start = -2 * front;
  const ray = (u: number, v: number, wavelengthNm: number) => ({
    x: u,
    y: v + start * Math.tan(angle),
    z: start,
    L: 0,
    M: sine,
    N: cosine,
    wavelengthNm,
  });
  const places: (readonly [number, number])[] = [];
  for (let ring = 0; ring <= 3 * rings; ring += 1) {
    const radius = (front * ring) / (3 * rings);
    for (let k = 0; k < Math.max(1, 6 * ring); k += 1)
      places.push([
        radius * Math.cos((2 * Math.PI * k) / Math.max(1, 6 * ring)),
        radius * Math.sin((2 * Math.PI * k) / Math.max(1, 6 * ring)),
      ]);
  }
  const traced = wavelengths.map((wavelength) =>
    traceRays(
      design,
      places.map(([u, v]) => ray(u, v, wavelength)),
    ).filter(({ ok }) => ok),
  );
  const reference = traced[Math.floor(traced.length / 2)]!;
  const middle = reference.reduce((sum, { y }) => sum + y!, 0) / reference.length;
  return traced.map((rays) => rays.map(({ x, y }) => [x! * 1e3, (y! - middle) * 1e3] as const));
}
