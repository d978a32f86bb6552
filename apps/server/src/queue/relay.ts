import { createPostgresRelayBackend, Relay as BullmqRelay } from 'bullmq';
import { connectionTo, throttled } from './queue-connection.ts';

/**
 * Messages between servers and workers: delivered to the subscribers of this moment, in the order
 * in which one sender sent them.
 */
export interface Relay {
  /**
   * Resolves when the message is stored for every live subscriber. Data is JSON of at most 512 KiB;
   * whatever is larger goes through the result store.
   */
  readonly publish: (topic: string, data: unknown) => Promise<void>;
  readonly subscribe: (topic: string, listener: (data: unknown) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * BullMQ's Relay, which is experimental: this file alone uses it.
 *
 * @param name of this process in BullMQ's own dashboards.
 */
export async function openRelay(
  url: string,
  name: string,
  warn: (error: unknown, sentence: string) => void,
): Promise<Relay> {
  const relay = new BullmqRelay({
    connection: connectionTo(url),
    backend: createPostgresRelayBackend,
    namespace: 'lumenloom',
    name,
  });
  const warnSeldom = throttled(warn);
  relay.on('error', (error: unknown) => {
    warnSeldom(error, 'the relay lost a connection; it connects again');
  });
  await relay.waitUntilReady();
  return {
    publish: async (topic, data) => {
      await relay.publish(topic, data);
    },
    subscribe: async (topic, listener) => {
      await relay.subscribe(topic, ({ data }) => {
        listener(data);
      });
    },
    close: () => relay.close(),
  };
}
