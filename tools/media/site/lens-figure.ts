import { drawLens, findLensFile, lensDesign, type LensDesign } from '@lumenloom/engine';
import { ACCENT, MUTED, TEXT, type Box } from './figure.ts';

/** A lens of the choice list. @throws Error when there is none of that id. */
export async function designOf(id: string): Promise<LensDesign> {
  const file = await findLensFile(id);
  if (!file) throw new Error(`There is no lens ${id}.`);
  return lensDesign(file);
}

/** The colours of the engine's drawing on white, and those of figures on ink. */
const RECOLOURED: Readonly<Record<string, string>> = {
  '#1f5fbf': ACCENT,
  '#2a8f3c': '#7fd6a4',
  '#c8352c': '#f0a36b',
  '#b58900': '#d9d36f',
  '#a03ca0': '#c79bf0',
  '#1a8c8c': '#6fd0d9',
  '#dbe9f6': '#9fc0ff',
  '#345': '#c5d8ff',
  '#222': TEXT,
  '#999': MUTED,
};

/** The engine's drawing of a lens with its rays, for ink: an SVG element in the given box. */
export function lensElement(
  design: LensDesign,
  fractions: readonly number[],
  [x, y, width, height]: Box,
): string {
  return (
    drawLens(design, 587.5618, fractions)
      .replace(/<title>.*<\/title>/, '')
      .replace(/<rect [^>]*fill="#fff"\/>/, '')
      // The scale bar: figures say lengths in words.
      .replace(/<polyline [^>]*\/><text .*<\/text>/, '')
      .replaceAll('fill-opacity="0.8"', 'fill-opacity="0.13"')
      .replaceAll(/"(#[0-9a-f]{3,6})"/g, (whole, colour: string) =>
        RECOLOURED[colour] ? `"${RECOLOURED[colour]}"` : whole,
      )
      .replaceAll(
        /stroke-width="([\d.]+)"/g,
        (_, wide: string) => `stroke-width="${Number(wide) * 1.35}"`,
      )
      .replace(/width="960" height="\d+"/, `x="${x}" y="${y}" width="${width}" height="${height}"`)
  );
}
