/**
 * Says which GPU computes, after its self-test, or why there is none and what to do.
 *
 * Usage: node tools/scripts/gpu.mjs (after tools/scripts/bootstrap.mjs --gpu=install, which builds)
 */
const nodeHost = new URL('../../packages/node-host/dist/index.js', import.meta.url).href;

/** What a computer with a GPU may lack, on Debian. */
const WHAT_TO_DO = [
  'A GPU needs the loader of Vulkan and the driver of its vendor. On Debian:',
  '  apt-get install libvulkan1            the loader',
  '  apt-get install mesa-vulkan-drivers   the driver for GPUs of AMD and Intel',
  '  apt-get install nvidia-driver         the driver for GPUs of NVIDIA (non-free)',
  'Without a GPU everything computes on the processor, as it does by default.',
].join('\n');

const { closeDevice, openDevice } = await import(nodeHost);
try {
  const start = performance.now();
  const { name, kind, tolerance } = (await openDevice('webgpu')).facts;
  const milliseconds = (performance.now() - start).toFixed(0);
  console.log(`Found ${name}, ${kind}; opened and tested in ${milliseconds} ms.`);
  console.log(
    kind === 'hardware'
      ? `COMPUTE_DEVICE=auto or --device auto computes on it. Light differs from the processor's by at most ${tolerance} of its maximum.`
      : `Software computes shaders on the processor: it is for tests, and slow. --device webgpu uses it; auto does not.\n${WHAT_TO_DO}`,
  );
  await closeDevice();
} catch (error) {
  console.log(`${/** @type {Error} */ (error).message}\n${WHAT_TO_DO}`);
  process.exitCode = 1;
}
