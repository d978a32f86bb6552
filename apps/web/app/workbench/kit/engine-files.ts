import type { EngineFiles } from '@lumenloom/browser-host';

const files = import.meta.glob<string>('../../../../../packages/engine/wasm/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Where the engine of the page finds its kernels and pictures. */
export const engineFiles: EngineFiles = {
  kernels: Object.fromEntries(
    Object.entries(files).map(([file, address]) => [
      /([\w-]+)\.wasm$/.exec(file)![1]!,
      new URL(address, location.href).href,
    ]),
  ),
  pictures: new URL('/api/pictures/', location.href).href,
  parts: new URL('/api/library/read', location.href).href,
};
