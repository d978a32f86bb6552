import type { Size } from '../../kit/picture/picture-view.ts';
import { bodyOf } from '../../model/recipe/recipe.ts';
import { cappedTo } from './frames-plan.ts';
import type { Series } from './frames-store.ts';

type Exported = Pick<Series, 'recipe' | 'hertz' | 'frames'>;

/** The frames as they are, and their recipe, in an archive. */
export async function zipOf({ frames, recipe, hertz }: Exported): Promise<Blob> {
  const { Zip, ZipPassThrough, strToU8 } = await import('fflate');
  const parts: Blob[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(new Blob([part.slice()]));
  });
  const add = (name: string, bytes: Uint8Array): void => {
    // Pictures are compressed already.
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    entry.push(bytes, true);
  };
  add('recipe.json', strToU8(`${JSON.stringify(bodyOf(cappedTo(recipe, hertz)), undefined, 2)}\n`));
  for (const [index, { file }] of frames.entries())
    add(`frame_${String(index).padStart(3, '0')}.png`, new Uint8Array(await file.arrayBuffer()));
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}

/** A canvas, and what draws a frame on it. */
async function canvasOf({ frames }: Exported) {
  const { width, height } = await createImageBitmap(frames[0]!.file);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return {
    canvas,
    context,
    draw: async (file: Blob): Promise<void> => {
      const bitmap = await createImageBitmap(file);
      context.drawImage(bitmap, 0, 0, width, height);
      bitmap.close();
    },
  };
}

/** Shortest time of a frame that viewers of GIF keep, ms. */
const SHORTEST_MS = 20;

/** The frames with at most 256 colours each, which repeat for ever. */
export async function gifOf(series: Exported): Promise<Blob> {
  const { GIFEncoder, applyPalette, quantize } = await import('gifenc');
  const {
    canvas: { width, height },
    context,
    draw,
  } = await canvasOf(series);
  const gif = GIFEncoder();
  const delay = Math.max(SHORTEST_MS, 1000 / series.hertz);
  for (const { file } of series.frames) {
    await draw(file);
    const { data } = context.getImageData(0, 0, width, height);
    const palette = quantize(data, 256);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}

/** The formats of videos, with the codecs to try, the most widely played first. */
const CODECS = {
  mp4: [
    ['avc', 'avc1.640033'],
    ['av1', 'av01.0.12M.08'],
    ['vp9', 'vp09.00.51.08'],
  ],
  webm: [
    ['vp9', 'vp09.00.51.08'],
    ['vp8', 'vp8'],
    ['av1', 'av01.0.12M.08'],
  ],
} as const;
export type VideoFormat = keyof typeof CODECS;

/** The codec with which this browser encodes pictures of a size; undefined without one. */
export async function codecFor(format: VideoFormat, size: Size) {
  if (typeof VideoEncoder === 'undefined') return undefined;
  for (const [codec, name] of CODECS[format]) {
    const answer = await VideoEncoder.isConfigSupported({ codec: name, ...size }).catch(
      () => undefined,
    );
    if (answer?.supported) return codec;
  }
  return undefined;
}

/** The frames as a video, encoded by the browser, each at its own time. */
export async function videoOf(series: Exported, format: VideoFormat): Promise<Blob> {
  const {
    BufferTarget,
    CanvasSource,
    Mp4OutputFormat,
    Output,
    QUALITY_VERY_HIGH,
    WebMOutputFormat,
  } = await import('mediabunny');
  const { canvas, draw } = await canvasOf(series);
  const codec = await codecFor(format, { width: canvas.width, height: canvas.height });
  if (!codec) throw new Error('This browser does not encode it.');
  const target = new BufferTarget();
  const output = new Output({
    format: format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target,
  });
  const source = new CanvasSource(canvas, { codec, quality: QUALITY_VERY_HIGH });
  output.addVideoTrack(source);
  await output.start();
  for (const [index, { file }] of series.frames.entries()) {
    await draw(file);
    await source.add(index / series.hertz, 1 / series.hertz);
  }
  await output.finalize();
  return new Blob([target.buffer!], { type: `video/${format}` });
}
