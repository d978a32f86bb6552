import { GpuSession } from './session.ts';
import type { DeviceFacts } from '@lumenloom/engine/accelerate';

/** An opened GPU. */
export interface OpenedGpu {
  readonly session: GpuSession;
  readonly name: string;
  readonly kind: DeviceFacts['kind'];
}

/** Asked of a device where its adapter has as much; all shaders work with WebGPU's least. */
const WANTED = ['maxBufferSize', 'maxStorageBufferBindingSize'] as const;
/** More bytes than this in one buffer are not needed. */
const MOST_BYTES = 2 ** 30;

/**
 * Opens the first adapter.
 *
 * @param gpu of a browser, or of the npm package `webgpu`.
 * @returns undefined where there is no adapter.
 */
export async function openGpu(gpu: GPU): Promise<OpenedGpu | undefined> {
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return undefined;
  const device = await adapter.requestDevice({
    requiredLimits: Object.fromEntries(
      WANTED.map((limit) => [limit, Math.min(MOST_BYTES, adapter.limits[limit])]),
    ),
  });
  return { session: new GpuSession(device), ...describeAdapter(adapter.info) };
}

/**
 * Name and kind of an adapter. Dawn in Node describes the driver ("NVIDIA: 580.159.04") and has an
 * identifier of the device ("nvidia-h200"); browsers often give neither. SwiftShader and llvmpipe
 * say 'fallback', or say what they are in their names.
 */
function describeAdapter(info: GPUAdapterInfo): Pick<OpenedGpu, 'name' | 'kind'> {
  const { vendor, architecture, device } = info;
  const described = info.description.trim() || [vendor, architecture].filter(Boolean).join(' ');
  const isSoftware =
    info.isFallbackAdapter ||
    /swiftshader|llvmpipe|lavapipe|software/i.test(`${described} ${device} ${architecture}`);
  if (isSoftware) return { name: described || 'Software', kind: 'software' };
  const names = [device, device && described ? `(${described})` : described];
  return { name: names.filter(Boolean).join(' ') || 'GPU', kind: 'hardware' };
}
