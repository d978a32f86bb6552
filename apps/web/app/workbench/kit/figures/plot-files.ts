import { downloadFile } from '../picture/picture-file.ts';
import { plotCsv, type PlotContent } from './plot.ts';

const nameOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export const downloadText = (text: string, type: string, name: string): void =>
  downloadFile(new Blob([text], { type }), name);

export const downloadCsv = (content: PlotContent): void =>
  downloadText(plotCsv(content), 'text/csv', `${nameOf(content.title)}.csv`);

/** Pixels of the file per pixel of the screen. */
const ENLARGED = 3;

/** Downloads a drawing whose colours and fonts are in its attributes. */
export async function downloadPng(drawing: SVGSVGElement, title: string): Promise<void> {
  const { width, height } = drawing.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [ENLARGED * width, ENLARGED * height];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (blob) downloadFile(blob, `${nameOf(title)}.png`);
}
