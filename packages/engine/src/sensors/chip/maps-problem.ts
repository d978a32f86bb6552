/** "200 × 300", rows first, as NumPy has it. */
export const sizeText = (rows: number, columns: number): string => `${rows} × ${columns}`;

/**
 * Why maps cannot stand for the pixels of a sensor; undefined where they can, and without maps.
 *
 * @param size of the picture.
 */
export function mapsProblem(
  {
    maps,
    captures,
  }: {
    readonly maps?: { readonly rows: number; readonly columns: number; readonly planes: object };
    readonly captures?: unknown;
  },
  size: { readonly rows: number; readonly columns: number },
): { readonly field: string; readonly message: string } | undefined {
  if (!maps) return undefined;
  if (captures) return { field: 'maps', message: 'maps belong to a sensor without captures.' };
  const { rows, columns, planes } = maps;
  if (rows === size.rows && columns === size.columns) return undefined;
  const field = `maps.${Object.keys(planes)[0] ?? 'prnu'}`;
  return {
    field,
    message: `${field} is ${sizeText(rows, columns)}; the sensor has ${sizeText(size.rows, size.columns)}.`,
  };
}
