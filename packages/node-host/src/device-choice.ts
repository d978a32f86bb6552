import { UsageError } from './command-line/arguments.ts';

/**
 * What computes: `cpu` the processor; `webgpu` any adapter; `auto` a GPU where there is one, and
 * else the processor.
 */
export const DEVICE_CHOICES = ['cpu', 'auto', 'webgpu'] as const;
export type DeviceChoice = (typeof DEVICE_CHOICES)[number];

/** COMPUTE_DEVICE; `cpu` without it. @throws UsageError for anything else. */
export function readDeviceChoice(
  environment: Readonly<Record<string, string | undefined>>,
): DeviceChoice {
  const text = environment['COMPUTE_DEVICE']?.trim() || 'cpu';
  const choice = DEVICE_CHOICES.find((candidate) => candidate === text);
  if (!choice)
    throw new UsageError(
      `COMPUTE_DEVICE must be ${DEVICE_CHOICES.join(' or ')}, not "${text.slice(0, 40)}".`,
    );
  return choice;
}
