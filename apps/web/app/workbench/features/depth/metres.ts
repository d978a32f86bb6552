/** A distance in words: '2.40 m', '0.300 m', '12.5 m'; 'infinity'. */
export const metresInWords = (distance: number | null): string =>
  distance === null || distance === Infinity
    ? 'infinity'
    : `${distance < 1 ? distance.toFixed(3) : distance < 10 ? distance.toFixed(2) : Number(distance.toPrecision(3))} m`;

/** A distance as a recipe holds it: four significant digits. */
export const typedMetres = (distance: number): string => String(Number(distance.toPrecision(4)));

/** The same, never less: just before its hyperfocal distance a lens is not sharp to infinity. */
export function typedMetresUp(distance: number): string {
  const step = 10 ** (Math.floor(Math.log10(distance)) - 3);
  return typedMetres(Math.ceil(distance / step) * step);
}
