import { spawn, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { VIDEOS, saveMaster } from '../save.ts';

/**
 * Pictures are computed at `rate` and each shown twice: the videos themselves run at 24 frames per
 * second.
 */
export const VIDEO = { width: 960, height: 540, rate: 12 } as const;

/**
 * A video of the site: its pictures one by one, VIDEO.width x VIDEO.height, and which of them
 * stands for it.
 */
export interface Clip {
  readonly frames: number;
  readonly poster: number;
  readonly frame: (index: number) => Promise<Sharp>;
}

const ENCODERS = {
  webm: [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '36',
    '-row-mt',
    '1',
    '-deadline',
    'good',
    '-cpu-used',
    '3',
    '-g',
    '240',
  ],
  mp4: [
    '-c:v',
    'libx264',
    '-crf',
    '24',
    '-preset',
    'slow',
    '-profile:v',
    'high',
    '-movflags',
    '+faststart',
  ],
} as const;
/** Colours as high-definition video has them; players take them to be so. */
const COLOURS = [
  '-vf',
  'scale=out_color_matrix=bt709:out_range=tv',
  '-pix_fmt',
  'yuv420p',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
];

/**
 * Writes a clip as WebM and MP4, and the master of its poster.
 * @throws Error when ffmpeg is missing or fails.
 */
export async function saveClip(name: string, { frames, poster, frame }: Clip): Promise<void> {
  if (spawnSync('ffmpeg', ['-version']).error)
    throw new Error(
      'Videos are encoded by ffmpeg, which is not installed: "apt-get install ffmpeg". The committed videos stay as they are.',
    );
  const { width, height, rate } = VIDEO;
  const outputs = Object.entries(ENCODERS).flatMap(([type, options]) => [
    '-map',
    '0:v',
    '-r',
    String(2 * rate),
    ...COLOURS,
    ...options,
    `${VIDEOS}${name}.${type}`,
  ]);
  const encoder = spawn(
    'ffmpeg',
    [
      '-y',
      '-loglevel',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      `${width}x${height}`,
      '-r',
      String(rate),
      '-i',
      '-',
      ...outputs,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = new Promise<void>((resolve, reject) => {
    encoder.on('error', reject);
    encoder.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`ffmpeg ended with ${String(code)}.`));
    });
  });
  for (let index = 0; index < frames; index += 1) {
    const picture = (await frame(index)).clone();
    if (index === poster) await saveMaster(`videos/${name}`, picture.clone());
    const pixels = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer();
    if (!encoder.stdin.write(pixels))
      await new Promise<void>((resolve) => {
        encoder.stdin.once('drain', resolve);
      });
  }
  encoder.stdin.end();
  await ended;
  const sizes = await Promise.all(
    Object.keys(ENCODERS).map(
      async (type) =>
        `${type} ${Math.round((await stat(`${VIDEOS}${name}.${type}`)).size / 1024)} kB`,
    ),
  );
  console.log(`videos/${name}: ${(frames / rate).toFixed(1)} s; ${sizes.join(', ')}`);
}
