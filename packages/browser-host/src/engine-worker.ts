import '@lumenloom/contract/without-eval';
import { loadOnce, runJob, type Host } from '@lumenloom/engine';
import { createEngine } from './engine.ts';
import { kernelsAt } from './kernels.ts';
import type { PartsDone, ToPage, ToWorker } from './messages.ts';
import { reasonOf } from './posted-answer.ts';
import { openBrowserGpu, previewDevice } from './preview-device.ts';

const outside = globalThis as unknown as MessagePort;
let engine: ReturnType<typeof createEngine> | undefined;
let loadKernel: Host['loadKernel'] = () => Promise.resolve(undefined);

/** What a worker of the page does: it is the engine, or a helper that runs parts of its jobs. */
export async function take(message: ToWorker): Promise<void> {
  try {
    await taken(message);
  } catch (error) {
    // Without an answer the page would wait for ever.
    if ('id' in message)
      outside.postMessage({ id: message.id, answer: reasonOf(error) } satisfies ToPage);
    else console.error(error);
  }
}

async function taken(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'engine':
      engine = createEngine(
        message,
        previewDevice(() => openBrowserGpu(message.takesSoftwareGpu ?? false)),
      );
      return;
    case 'helper': {
      const fetched = new Map<string, Promise<Uint8Array | undefined>>();
      const kernels = kernelsAt(message.kernels);
      loadKernel = (name) => loadOnce(fetched, name, () => kernels(name));
      return;
    }
    case 'compute': {
      const { answer, transferred } = await engine!.compute(message);
      outside.postMessage({ id: message.id, answer } satisfies ToPage, transferred);
      return;
    }
    case 'stages':
    case 'irradiance':
    case 'measured':
    case 'spectra':
    case 'focus':
    case 'object':
    case 'camera light': {
      const { answer, transferred } = await engine!.open(message);
      outside.postMessage({ id: message.id, answer } satisfies ToPage, transferred);
      return;
    }
    case 'lens file':
    case 'lens result':
    case 'complete lens':
    case 'glasses':
    case 'lens text':
    case 'better lens':
    case 'lens search':
    case 'lens merit':
    case 'lens tolerances': {
      const { id } = message;
      const { answer } = await engine!.lens(message, (progress) => {
        outside.postMessage({ id, progress } satisfies ToPage);
      });
      outside.postMessage({ id, answer } satisfies ToPage);
      return;
    }
    case 'sensor file':
    case 'sensor text':
    case 'sensor model':
    case 'sensor measured': {
      const { id } = message;
      const { answer } = await engine!.sensor(message, (progress) => {
        outside.postMessage({ id, progress } satisfies ToPage);
      });
      outside.postMessage({ id, answer } satisfies ToPage);
      return;
    }
    case 'stop':
      engine!.stop();
      return;
    case 'parts':
      try {
        await runJob(message.name, message.parts, { loadKernel });
        outside.postMessage({ failure: undefined } satisfies PartsDone);
      } catch (error) {
        outside.postMessage({ failure: String(error) } satisfies PartsDone);
      }
  }
}
