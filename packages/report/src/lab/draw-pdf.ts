import type { Drawn } from '@lumenloom/plot';

type Pdf = PDFKit.PDFDocument;

/** Attributes that a drawing inside another one has from it. */
interface Style {
  readonly fill: string;
  readonly fontSize: number;
}

const numberOf = (value: string | number | undefined, usual = 0): number =>
  value === undefined ? usual : Number(value);

/**
 * Draws a plot as paths and text, at the place and the scale of the document.
 *
 * @param drawing an `svg` element whose colours are numbers, with text in the document's one face.
 */
export function drawPdf(document: Pdf, drawing: Drawn): void {
  draw(document, drawing, { fill: '#000000', fontSize: 11 });
}

function draw(document: Pdf, { tag, attributes, children }: Drawn, outer: Style): void {
  const style: Style = {
    fill: String(attributes['fill'] ?? outer.fill),
    fontSize: numberOf(attributes['font-size'], outer.fontSize),
  };
  document.save();
  place(document, attributes['transform']);
  if (tag === 'path') outline(document, () => document.path(String(attributes['d'])), attributes);
  if (tag === 'polyline') outline(document, () => polyline(document, attributes), attributes);
  if (tag === 'rect') {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
      numberOf(attributes[name]),
    ) as [number, number, number, number];
    document.rect(x, y, width, height).fill(style.fill);
  }
  if (tag === 'text') write(document, textIn(children), attributes, style);
  else for (const child of children) if (typeof child !== 'string') draw(document, child, style);
  document.restore();
}

const textIn = (children: Drawn['children']): string =>
  children.map((child) => (typeof child === 'string' ? child : '')).join('');

/** `translate(x y) rotate(angle)`, the transforms of plots. */
function place(document: Pdf, transform: string | number | undefined): void {
  for (const [, name, values] of String(transform ?? '').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x = 0, y = 0] = values!.split(/[\s,]+/).map(Number);
    if (name === 'translate') document.translate(x, y);
    if (name === 'rotate') document.rotate(x);
  }
}

function polyline(document: Pdf, attributes: Drawn['attributes']): Pdf {
  const points = String(attributes['points'])
    .split(' ')
    .filter((point) => point !== '')
    .map((point) => point.split(',').map(Number) as [number, number]);
  for (const [i, [x, y]] of points.entries())
    if (i === 0) document.moveTo(x, y);
    else document.lineTo(x, y);
  return document;
}

/** Strokes what `trace` has laid, or fills it where it has no stroke. */
function outline(document: Pdf, trace: () => Pdf, attributes: Drawn['attributes']): void {
  const { stroke } = attributes;
  const dashes = String(attributes['stroke-dasharray'] ?? '');
  document.lineWidth(numberOf(attributes['stroke-width'], 1));
  if (attributes['stroke-linecap'] === 'round') document.lineCap('round');
  if (attributes['stroke-linejoin'] === 'round') document.lineJoin('round');
  if (dashes !== '') {
    const [length = 1, space = 1] = dashes.split(/[\s,]+/).map(Number);
    document.dash(length, { space });
  }
  trace();
  if (stroke === undefined || stroke === 'none') document.fill(String(attributes['fill']));
  else document.stroke(String(stroke));
}

/** Text on its base line, by its beginning, middle or end. */
function write(
  document: Pdf,
  text: string,
  attributes: Drawn['attributes'],
  { fill, fontSize }: Style,
): void {
  document.fontSize(fontSize).fillColor(fill);
  const width = document.widthOfString(text);
  const anchor = attributes['text-anchor'];
  const shift = anchor === 'end' ? -width : anchor === 'middle' ? -width / 2 : 0;
  document.text(text, numberOf(attributes['x']) + shift, numberOf(attributes['y']), {
    lineBreak: false,
    baseline: 'alphabetic',
  });
}
