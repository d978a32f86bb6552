import type { Host } from '../host.ts';

/**
 * @param name of the kernel, the name of its file in an `assembly` folder.
 * @returns the kernel, compiled; undefined where the host has none or WebAssembly lacks SIMD.
 */
export async function compileKernel(
  loadKernel: Host['loadKernel'],
  name: string,
): Promise<WebAssembly.Module | undefined> {
  const bytes = await loadKernel(name);
  return bytes && WebAssembly.validate(bytes as BufferSource)
    ? WebAssembly.compile(bytes as BufferSource)
    : undefined;
}

/** @returns what a new instance of the kernel exports; undefined where `compileKernel` has none. */
export async function instantiateKernel<Exports>(
  loadKernel: Host['loadKernel'],
  name: string,
): Promise<Exports | undefined> {
  const module = await compileKernel(loadKernel, name);
  return module && ((await WebAssembly.instantiate(module, {})).exports as unknown as Exports);
}
