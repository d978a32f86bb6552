import type { DeviceFacts } from '@lumenloom/engine';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { partsRoutes } from '../library/parts-routes.ts';
import { caller } from '../plugins/caller.ts';
import { DELIVERY_MS } from './answer.ts';
import { fovCheckRoute } from './fov-check-route.ts';
import { getDeviceRoute } from './get-device-route.ts';
import { getIlluminantRoute } from './get-illuminant-route.ts';
import type { JobQueue } from './job-queue.ts';
import { pictureRoute } from './picture-route.ts';
import { simulateRoute } from './simulate-route.ts';
import { stopRoute } from './stop-route.ts';
import { worldRoutes } from './world-routes.ts';

/** What the compute calls need. */
interface SimulationParts {
  readonly queue: JobQueue;
  readonly device: DeviceFacts | undefined;
  readonly deliveryMs?: number | undefined;
}

/** The compute calls. */
export async function simulation(
  app: FastifyInstance,
  config: Config,
  { queue, device, deliveryMs = DELIVERY_MS }: SimulationParts,
): Promise<void> {
  pictureRoute(app);
  await app.register(async (compute) => {
    caller(compute, config);
    getDeviceRoute(compute, device);
    fovCheckRoute(compute, config);
    simulateRoute(compute, queue, config, deliveryMs);
    stopRoute(compute, queue);
    getIlluminantRoute(compute, config);
    partsRoutes(compute);
    worldRoutes(compute, config);
  });
}
