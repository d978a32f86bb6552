/** The entry of a worker of worlds; it imports nothing itself, as worker.ts says. */
import type { FromDesk, FromWorlds, Role, ToDesk, ToWorlds } from './world-messages.ts';

const early: (Role | ToWorlds)[] = [];
globalThis.onmessage = ({ data }: MessageEvent<Role | ToWorlds>) => {
  early.push(data);
};
Promise.all([import('./world-lead.ts'), import('./world-desk.ts')]).then(
  ([{ WorldLead }, { WorldDesk }]) => {
    let lead: InstanceType<typeof WorldLead> | undefined;
    const take = (message: Role | ToWorlds): void => {
      if (message.kind === 'leads')
        lead = new WorldLead((answer: FromWorlds, transferred) => {
          globalThis.postMessage(answer, { transfer: transferred });
        }, message.others);
      else if (message.kind === 'helps') {
        const { lead: port } = message;
        const desk = new WorldDesk((answer: FromDesk, transferred) => {
          port.postMessage(answer, transferred);
        });
        port.onmessage = ({ data }: MessageEvent<ToDesk>) => desk.take(data);
      } else lead?.take(message);
    };
    globalThis.onmessage = ({ data }: MessageEvent<Role | ToWorlds>) => take(data);
    for (const message of early) take(message);
  },
  (error: unknown) => {
    reportError(error);
  },
);
