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

/** SwiftShader and llvmpipe say 'fallback', or say what they are in their names. */
function describeAdapter(info: GPUAdapterInfo): Pick<OpenedGpu, 'name' | 'kind'> {
  const { vendor, architecture, device, description } = info;
  const name = description.trim() || device || [vendor, architecture].filter(Boolean).join(' ');
  const isSoftware =
    info.isFallbackAdapter ||
    /swiftshader|llvmpipe|lavapipe|software/i.test(`${name} ${device} ${architecture}`);
  return { name: name || 'GPU', kind: isSoftware ? 'software' : 'hardware' };
}
