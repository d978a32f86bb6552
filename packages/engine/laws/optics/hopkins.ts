/**
 * Transfer of the thin lens f = 8.2 mm, f/4 at 550 nm, by the middle points of the integral over
 * its pupil; it shares nothing with the product. Lengths in metres, cycles per metre.
 */
export function hopkins(objectDistance: number, focusDistance: number, frequency: number): number {
  const [f, wavelength] = [8.2e-3, 550e-9];
  const image = (distance: number) => (distance === Infinity ? f : 1 / (1 / f - 1 / distance));
  const [li, ls] = [image(objectDistance), image(focusDistance)];
  const diameter = f / 4;
  const v = (wavelength * frequency * ls) / diameter;
  const rim = (diameter ** 2 / 8) * (1 / li - 1 / ls);
  const points = 20_000;
  let sum = 0;
  for (let i = 0; i < points; i += 1) {
    const x = ((1 - v) * (i + 0.5)) / points;
    sum += Math.cos((8 * Math.PI * rim * v * x) / wavelength) * Math.sqrt(1 - (x + v) ** 2);
  }
  return ((4 / Math.PI) * sum * (1 - v)) / points;
}
