import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { escapeUTF8 } from 'entities';
import sharp from 'sharp';
import { STANDARD, type Picture } from '../picture.ts';
import { rasterise, screenshot } from '../rasterise.ts';

const { width: WIDTH, height: HEIGHT } = STANDARD;
const PROGRAM = fileURLToPath(new URL('../../../../apps/cli/dist/main.js', import.meta.url));

/** A command as the page shows it, what it is asked for, and how its outcome is photographed. */
interface Task {
  /** Lines for a shell. */
  readonly command: string;
  readonly caption: string;
  /** The figure in what the command prints. */
  readonly figure: RegExp;
  /** What stands before and after it. */
  readonly reads: (figure: string) => string;
  readonly shot: (folder: string, printed: string) => Promise<Buffer>;
}

/** The last lines of what a command printed, as a terminal shows them. */
const terminal =
  (lines: number, fontPixels: number) =>
  (_folder: string, printed: string): Promise<Buffer> =>
    rasterise(
      `<div style="width:${WIDTH}px;height:${HEIGHT}px;box-sizing:border-box;padding:36px;background:#0d0f12;color:#e8eaed;display:grid;align-content:center;overflow:hidden"><pre style="margin:0;font:${fontPixels}px/1.5 'JetBrains Mono'">${escapeUTF8(printed.trimEnd().split('\n').slice(-lines).join('\n'))}</pre></div>`,
      WIDTH,
      HEIGHT,
    );

/** The part of a report that begins with a heading. */
const report = (file: string, heading: string) => (folder: string) =>
  screenshot(pathToFileURL(join(folder, file)).href, heading, WIDTH, HEIGHT);

const tasks: Readonly<Record<string, Task>> = {
  'task-lens': {
    command: 'npm run -s lumenloom -- lens published:tessar --svg lens.svg',
    caption: 'lens.svg: the Zeiss Tessar of a published prescription, with the rays of four fields',
    figure: /focal length ([\d.]+ mm)/,
    reads: (figure) => `${figure} focal length`,
    shot: async (folder) => {
      const drawing = await readFile(join(folder, 'lens.svg'), 'utf8');
      return rasterise(
        `<style>#lens svg{width:${WIDTH - 80}px;height:auto}</style><div id="lens" style="width:${WIDTH}px;height:${HEIGHT}px;background:#fff;display:grid;place-items:center">${drawing}</div>`,
        WIDTH,
        HEIGHT,
      );
    },
  },
  'task-sharpness': {
    command: [
      `echo '{"scene":"Slanted Edge","optics":"Double-Gauss","sensor":"Bayer-grbg","isp":"Fast-openISP"}' > camera.json`,
      'npm run -s lumenloom -- measure sfr --recipe camera.json --field 0',
    ].join('\n'),
    caption:
      'What the command prints: MTF50 of the raw, of lens and pixels, and of the developed picture',
    figure: /radial +green +([\d.]+)/,
    reads: (figure) => `${figure} cycles per pixel: MTF50 of the raw green pixels on the axis`,
    shot: terminal(12, 20),
  },
  'task-sensor': {
    command: 'npm run -s lumenloom -- emva1288 --sensor Bayer-grbg --out emva',
    caption: 'report.html: photon transfer, noise and linearity of the three colours',
    figure: /Temporal dark noise +([\d.]+ +[\d.]+ +[\d.]+)/,
    reads: (figures) => {
      const [measured, , model] = figures.split(/ +/);
      return `${measured} e⁻ temporal dark noise measured, ${model} e⁻ in the model`;
    },
    shot: report('emva/report.html', 'Photon transfer'),
  },
  'task-tolerances': {
    command: [
      `echo '{"name":"Air space","recipe":{"scene":"Slanted Edge","optics":"Double-Gauss","sensor":"Bayer-grbg","sensorParams":{"rows":64,"cols":64}},"vary":[{"path":"lens.surfaces[4].thickness","distribution":"normal","mean":16.369,"standardDeviation":0.05},{"path":"lens.surfaces[4].radius","distribution":"normal","mean":24.231,"standardDeviation":0.05}],"mode":"latin-hypercube","samples":40,"measure":["optics.figures.modulation.onAxis.0"]}' > tolerances.json`,
      `npm run -s lumenloom -- sweep tolerances.json --out tolerances --limit 'optics.figures.modulation.onAxis.0>=.4'`,
    ].join('\n'),
    caption: 'report.html: contrast of 40 lenses at half of the Nyquist frequency, on the axis',
    figure: /Yield: ([\d.]+ %)/,
    reads: (figure) => `${figure.replace(' ', '\u00a0')} of 40 lenses keep a contrast of 0.4`,
    shot: report('tolerances/report.html', 'Distribution and yield'),
  },
  'task-raw': {
    command: [
      `echo '{"scene":"apple.jpg","illuminant":"D65","optics":"Double-Gauss","sensor":"Bayer-grbg","isp":"Fast-openISP"}' > apple.json`,
      'npm run -s lumenloom -- simulate apple.json --out shot --dng shot.dng --exr irradiance.exr',
    ].join('\n'),
    caption: 'result.png: apple.jpg under D65; Double-Gauss 8.2 mm f/3; Bayer-grbg; Fast-openISP',
    figure: /([\d.]+ dB) at 18 % grey/,
    reads: (figure) => `${figure} signal-to-noise ratio at 18 % grey`,
    shot: async (folder) =>
      sharp(join(folder, 'shot/result.png'))
        .resize(WIDTH, HEIGHT, { fit: 'cover' })
        .png()
        .toBuffer(),
  },
  'task-calibration': {
    command:
      'npm run -s lumenloom -- measure geometry --lens fisheye --opencv-yaml camera.yaml --ros-yaml camera_info.yaml',
    caption: 'What the command prints: the camera model fitted to the chief rays of the fisheye',
    figure: /Residual, RMS +([\d.]+ pixels)/,
    reads: (figure) => `${figure} RMS between the fitted model and the traced lens`,
    shot: terminal(11, 26),
  },
  'task-network': {
    command: 'npm run -s lumenloom -- evaluate example:marks --out marks',
    caption:
      'report.html: what field of view, lens, pixels, noise and ISP cost the network, for two exposures',
    figure: /one stop less is better than as metered by (.+)\.$/m,
    reads: (figure) => `One stop less is better by ${figure.replaceAll('.', '0.')}`,
    shot: report('marks/report.html', 'Why: what each part costs'),
  },
};

/** Runs the lines of a task in a new folder, in a shell. */
async function make({ command, caption, figure, reads, shot }: Task) {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-task-'));
  try {
    const lines = command.replaceAll(
      'npm run -s lumenloom --',
      `"${process.execPath}" "${PROGRAM}"`,
    );
    const { stdout, stderr } = await promisify(execFile)('sh', ['-ec', lines], { cwd: folder });
    const printed = stdout + stderr;
    const [, found] = figure.exec(printed) ?? [];
    if (found === undefined) throw new Error(`${command} prints no ${figure}:\n${printed}`);
    const picture = sharp(await shot(folder, stdout));
    return { picture, caption: '', facts: { caption, figure: reads(found), command } };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What engineers do with it: outcomes of commands, as the program shows them. */
export const taskPictures: Readonly<Record<string, Picture>> = Object.fromEntries(
  Object.entries(tasks).map(([name, task]) => [name, { ...STANDARD, make: () => make(task) }]),
);
