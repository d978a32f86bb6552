import { deviceWork } from '@lumenloom/engine/accelerate';
import type { Device } from '@lumenloom/engine';
import { expect, test } from 'vitest';
import { countedDevice, DEVICE_WORK, RUN_FLAGS, STOP } from './run-flags.ts';

const KNOWN = deviceWork<object, number>('known');
const watch = { stopped: () => false };

/** A device whose work ends when it is told. */
function patientDevice() {
  let end: (value: number) => void = () => undefined;
  const promise = new Promise<number>((resolve) => {
    end = resolve;
  });
  const device = {
    facts: { name: 'Test GPU', kind: 'hardware', tolerance: 0 },
    compute: ({ name }: { readonly name: string }) => (name === KNOWN.name ? promise : undefined),
  } as unknown as Device;
  return { device, end };
}

test('work of a device is counted while it lasts, and none begins after Stop', async () => {
  const flags = new Int32Array(RUN_FLAGS);
  const { device, end } = patientDevice();
  const { compute } = countedDevice(device, flags);
  const works = [compute(KNOWN, {}, watch)!, compute(KNOWN, {}, watch)!];
  expect(flags[DEVICE_WORK]).toBe(2);
  expect(compute(deviceWork('unknown'), {}, watch)).toBeUndefined();
  expect(flags[DEVICE_WORK]).toBe(2);
  flags[STOP] = 1;
  expect(() => compute(KNOWN, {}, watch)).toThrow('Simulation terminated.');
  expect(flags[DEVICE_WORK]).toBe(2);
  end(7);
  expect(await Promise.all(works)).toEqual([7, 7]);
  expect(flags[DEVICE_WORK]).toBe(0);
});
