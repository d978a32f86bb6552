import { deviceWork } from '../../device.ts';
import type { Host } from '../../host.ts';
import { checkStopped, type StageContext } from '../../stage.ts';
import type { IspStep } from './module-descriptor.ts';
import type { KeptPicture } from './picture.ts';
import type { ModuleFigures } from './report.ts';
import type { IspRun, PreparedPass } from './run-pass.ts';
import type { Counts } from './step-code.ts';

/** A step of the chain with what its `prepare` made of the parameters. */
export interface TabledStep extends Pick<IspStep<object>, 'id' | 'reads' | 'replaces'> {
  readonly tables: object;
}

/** A stretch of the chain, without the steps that change nothing, and the picture before it. */
export interface Development {
  readonly steps: readonly TabledStep[];
  readonly picture: KeptPicture;
}

/** The picture after a stretch of the chain, and the counts of its steps by their ids. */
export interface DevelopedPicture extends KeptPicture {
  readonly counts: Readonly<Record<string, Counts>>;
}

/** Modules of the ISP by a device, with the bits of their twins. */
export const developWork = deviceWork<Development, DevelopedPicture>('ISP');

interface DeviceRun extends Pick<IspRun, 'frame' | 'picture'> {
  readonly host: Pick<Host, 'device'>;
  readonly context: StageContext;
}

/**
 * Runs passes on the device of the host, and puts the new planes into the picture.
 *
 * @returns what the steps have counted; undefined where there is no device, or it does not know all
 *   steps.
 * @throws DeviceError when the device fails; SimulationError 'cancelled' when stopped.
 */
export function developOnDevice(
  passes: readonly PreparedPass[],
  { frame, picture, host, context }: DeviceRun,
): Promise<readonly ModuleFigures[]> | undefined {
  const all = passes.flatMap(({ pass, tables }) =>
    pass.steps.map(({ step: { id, reads, replaces }, code }) => ({
      step: { id, reads, replaces, tables: tables[id] },
      code,
    })),
  );
  const steps = all.flatMap(({ step: { tables, ...step } }) =>
    tables ? [{ ...step, tables }] : [],
  );
  if (steps.length === 0) return undefined;
  const computed = host.device?.compute(developWork, { steps, picture: picture.keep() }, context);
  return computed?.then(({ planes, size, counts }) => {
    checkStopped(context);
    picture.replace(planes, size);
    return all.flatMap(({ step: { id }, code }) => {
      const counted = counts[id];
      return code.figures && counted ? [{ id, figures: code.figures(counted, frame) }] : [];
    });
  });
}
