/** The entry for a lab's report as PDF; it loads what writes one. */
import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';
import { drawPdf } from './draw-pdf.ts';
import { PLOT, shownReport, type ShownReport, type ShownRow, type ShownSection } from './pages.ts';
import type { LabPage } from './results.ts';

export type { LabPage } from './results.ts';

type Pdf = PDFKit.PDFDocument;

/** Inter with Greek: built-in faces write other letters for Greek ones without a word. */
const FACE = new URL('../../fonts/inter.ttf', import.meta.url);

/** Points. */
const MARGIN = 48;
const [WIDTH, HEIGHT] = [595.28, 841.89] as const;
const INSIDE = WIDTH - 2 * MARGIN;
const BOTTOM = HEIGHT - MARGIN - 16;
const GAP = 16;
const SIZES = { title: 22, heading: 13, text: 8.5, small: 7 } as const;
const COLOURS = { ink: '#16191d', soft: '#5a636e', line: '#dde2e8', accent: '#1c5fd6' } as const;
const LOOK = {
  text: COLOURS.soft,
  title: COLOURS.soft,
  grid: COLOURS.line,
  axis: COLOURS.line,
} as const;
const CURVES = { cameras: ['#1c5fd6', '#c8352c'], true: COLOURS.soft } as const;

/** A page that is being written: the document and how far down it is. */
interface Sheet {
  readonly document: Pdf;
  /** Text with '?' for letters that the face does not have. */
  readonly known: (text: string) => string;
  y: number;
}

/**
 * A lab's report as PDF: A4, text that can be searched, plots as paths. The same report gives the
 * same bytes.
 */
export async function labPdf(page: LabPage): Promise<Uint8Array> {
  const report = shownReport(page, LOOK, CURVES);
  const made = page.date === null ? NaN : Date.parse(page.date);
  const document = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    bufferPages: true,
    font: (await readFile(FACE)) as unknown as string,
    info: {
      Title: `${report.title}: lab report`,
      Creator: report.facts.at(-1)![1],
      // Without it the clock would stand there.
      CreationDate: new Date(Number.isNaN(made) ? 0 : made),
    },
  });
  const parts: Uint8Array[] = [];
  document.on('data', (part: Uint8Array) => parts.push(part));
  const written = new Promise((resolve) => document.on('end', resolve));
  const sheet: Sheet = { document, known: knownLetters(document), y: MARGIN };
  writeHead(sheet, report);
  for (const section of report.sections) writeSection(sheet, section);
  if (report.missing.length > 0) {
    heading(sheet, 'Not measured');
    for (const sentence of report.missing) paragraph(sheet, sentence, COLOURS.ink);
  }
  writeFooters(sheet, report);
  document.end();
  await written;
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function knownLetters(document: Pdf): (text: string) => string {
  // Not in the types of pdfkit: the face as fontkit has it.
  const { _font: face } = document as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint: (point: number) => boolean } };
  };
  return (text) =>
    Array.from(text, (letter) =>
      face.font.hasGlyphForCodePoint(letter.codePointAt(0)!) ? letter : '?',
    ).join('');
}

/** Begins a page where fewer than `points` are left on this one. */
function reserve(sheet: Sheet, points: number): boolean {
  if (sheet.y + points <= BOTTOM) return false;
  sheet.document.addPage();
  sheet.y = MARGIN;
  return true;
}

/** Text in a column, from the place of the sheet; gives its height. */
function put(
  { document, known, y }: Sheet,
  text: string,
  {
    x,
    width,
    size,
    colour,
    align = 'left',
    down = 0,
  }: {
    readonly x: number;
    readonly width: number;
    readonly size: number;
    readonly colour: string;
    readonly align?: 'left' | 'right';
    readonly down?: number;
  },
): number {
  const shown = known(text);
  document.fontSize(size).fillColor(colour);
  document.text(shown, x, y + down, { width, align });
  return document.heightOfString(shown, { width });
}

function paragraph(sheet: Sheet, text: string, colour: string = COLOURS.soft): void {
  sheet.document.fontSize(SIZES.text);
  reserve(sheet, sheet.document.heightOfString(text, { width: INSIDE }));
  sheet.y += put(sheet, text, { x: MARGIN, width: INSIDE, size: SIZES.text, colour }) + 3;
}

function heading(sheet: Sheet, text: string, following = 0): void {
  sheet.y += GAP;
  reserve(sheet, 2 * SIZES.heading + following);
  const place = { x: MARGIN, width: INSIDE, size: SIZES.heading, colour: COLOURS.ink };
  sheet.y += put(sheet, text, place) + 4;
}

function line({ document, y }: Sheet, colour: string, width = 0.5): void {
  document
    .moveTo(MARGIN, y)
    .lineTo(WIDTH - MARGIN, y)
    .lineWidth(width)
    .stroke(colour);
}

function writeHead(sheet: Sheet, { title, facts, notes }: ShownReport): void {
  line(sheet, COLOURS.accent, 3);
  sheet.y += 12;
  paragraph(sheet, 'Camera report of a simulated lab');
  const place = { x: MARGIN, width: INSIDE, size: SIZES.title, colour: COLOURS.ink };
  sheet.y += put(sheet, title, place) + 8;
  const width = INSIDE / facts.length;
  const fact = { width: width - 8, size: SIZES.text };
  for (const [i, [name, value]] of facts.entries()) {
    const x = MARGIN + i * width;
    put(sheet, name, { ...fact, x, size: SIZES.small, colour: COLOURS.soft });
    put(sheet, value, { ...fact, x, colour: COLOURS.ink, down: 10 });
  }
  sheet.y += 30;
  for (const note of notes) paragraph(sheet, note);
}

/** Widths of the columns behind the name of a figure, from the left. */
function widthsOf(columns: readonly string[]): readonly number[] {
  const isPair = columns.length > 3;
  return columns.map((_, i) => (i === columns.length - 1 ? 62 : isPair ? 100 : i === 0 ? 150 : 80));
}

function writeSection(sheet: Sheet, section: ShownSection): void {
  const { title, after, columns, rows, plots } = section;
  heading(sheet, title, 60);
  if (after !== '') paragraph(sheet, `After ${after}.`);
  const widths = widthsOf(columns);
  const nameWidth = INSIDE - widths.reduce((sum, width) => sum + width, 0);
  tableHead(sheet, columns, widths, nameWidth);
  for (const row of rows) {
    const height = rowHeight(sheet, row, nameWidth, widths);
    if (reserve(sheet, height)) tableHead(sheet, columns, widths, nameWidth);
    writeRow(sheet, row, nameWidth, widths);
    sheet.y += height;
    line(sheet, COLOURS.line);
  }
  sheet.y += 8;
  writePlots(sheet, plots);
}

function tableHead(
  sheet: Sheet,
  columns: readonly string[],
  widths: readonly number[],
  nameWidth: number,
): void {
  cells(sheet, columns, nameWidth, widths, { size: SIZES.small, colour: COLOURS.soft });
  const { document, known } = sheet;
  document.fontSize(SIZES.small);
  sheet.y +=
    Math.max(
      ...columns.map((text, i) => document.heightOfString(known(text), { width: widths[i]! - 8 })),
    ) + 4;
  line(sheet, COLOURS.line);
}

/** Texts behind the name; numbers end on a line, units begin on one. */
function cells(
  sheet: Sheet,
  texts: readonly string[],
  nameWidth: number,
  widths: readonly number[],
  look: { readonly size: number; readonly colour: string },
): void {
  let x = MARGIN + nameWidth;
  for (const [i, text] of texts.entries()) {
    const isUnit = i === texts.length - 1;
    const align = isUnit ? 'left' : 'right';
    put(sheet, text, { ...look, x: x + 8, width: widths[i]! - 8, align, down: 2 });
    x += widths[i]!;
  }
}

function rowHeight(
  { document, known }: Sheet,
  { name, condition, cells: texts }: ShownRow,
  nameWidth: number,
  widths: readonly number[],
): number {
  const heightOf = (text: string, width: number, size: number): number =>
    text === '' ? 0 : document.fontSize(size).heightOfString(known(text), { width });
  return (
    Math.max(
      heightOf(name, nameWidth, SIZES.text) + heightOf(condition, nameWidth, SIZES.small),
      ...texts.map((text, i) => heightOf(text, widths[i]! - 8, SIZES.text)),
    ) + 4
  );
}

function writeRow(
  sheet: Sheet,
  { name, condition, cells: texts }: ShownRow,
  nameWidth: number,
  widths: readonly number[],
): void {
  const place = { x: MARGIN, width: nameWidth } as const;
  const height = put(sheet, name, { ...place, size: SIZES.text, colour: COLOURS.ink, down: 2 });
  if (condition !== '')
    put(sheet, condition, {
      ...place,
      size: SIZES.small,
      colour: COLOURS.soft,
      down: 2 + height,
    });
  cells(sheet, texts, nameWidth, widths, { size: SIZES.text, colour: COLOURS.ink });
}

/** Plots, two in a row. */
function writePlots(sheet: Sheet, plots: ShownSection['plots']): void {
  const { document } = sheet;
  const width = (INSIDE - GAP) / 2;
  const scale = width / PLOT.width;
  const title = 22;
  const height = title + scale * PLOT.height;
  for (let i = 0; i < plots.length; i += 2) {
    reserve(sheet, height);
    for (const [k, { title: name, drawing }] of plots.slice(i, i + 2).entries()) {
      const x = MARGIN + k * (width + GAP);
      put(sheet, name, { x, width, size: SIZES.small, colour: COLOURS.ink });
      document.save();
      document.translate(x, sheet.y + title).scale(scale);
      drawPdf(document, drawing);
      document.restore();
    }
    sheet.y += height + 8;
  }
}

/** Name and number on each page. */
function writeFooters({ document, known }: Sheet, { title, facts }: ShownReport): void {
  const { start, count } = document.bufferedPageRange();
  const y = HEIGHT - MARGIN;
  const madeBy = facts.at(-1)![1];
  for (let i = 0; i < count; i += 1) {
    document.switchToPage(start + i);
    document.fontSize(SIZES.small).fillColor(COLOURS.soft);
    const own = { width: INSIDE, lineBreak: false } as const;
    document.text(known(`${title}. ${madeBy}`), MARGIN, y, own);
    document.text(`${i + 1} of ${count}`, MARGIN, y, { ...own, align: 'right' });
  }
}
