/**
 * The adapter that tests of shaders use: SwiftShader of Debian's Chromium, which computes on
 * processors, unless VK_ICD_FILENAMES names the driver of another.
 */
import { existsSync } from 'node:fs';
import { DAWN_OPTIONS } from '../src/dawn.ts';
import { openGpu, type OpenedGpu } from '../src/open-gpu.ts';

const WEBGPU = new URL('../../../tools/gpu/node_modules/webgpu/index.js', import.meta.url);
const NO_WEBGPU = 'skipped: no webgpu; npm ci --prefix tools/gpu';
const NO_ADAPTER =
  'skipped: no WebGPU adapter; apt-get install chromium-headless-shell, which brings SwiftShader';

/** Without this reference the process ends in a segmentation fault now and then. */
let instance: GPU | undefined;

async function findGpu(): Promise<GPU | undefined> {
  if (!existsSync(WEBGPU)) return undefined;
  const { create, globals } = (await import(WEBGPU.href)) as {
    readonly create: (options: readonly string[]) => GPU;
    readonly globals: object;
  };
  Object.assign(globalThis, globals);
  instance ??= create(DAWN_OPTIONS);
  return instance;
}

const gpu = await findGpu();

/** A device of its own, for tests that lose or close it; undefined where there is no adapter. */
export const openOwnGpu = async (): Promise<OpenedGpu | undefined> => gpu && openGpu(gpu);

const opened = await openOwnGpu();

/** Why tests of shaders are skipped; undefined where they run. */
export const skipped = !gpu ? NO_WEBGPU : !opened ? NO_ADAPTER : undefined;

/**
 * The device that the tests of this process share.
 *
 * @throws Error where there is none: tests skip when `skipped` says why.
 */
export function testGpu(): OpenedGpu {
  if (!opened) throw new Error(skipped);
  return opened;
}
