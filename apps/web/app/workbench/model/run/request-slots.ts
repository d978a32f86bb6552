export type RequestKind = 'device' | 'field of view' | 'spectrum' | 'sensor' | 'run' | 'stop';

/** At most one request of each kind is in flight: a new one aborts the previous one. */
export interface RequestSlots {
  readonly begin: (kind: RequestKind) => AbortSignal;
  readonly abort: (kind: RequestKind) => void;
  readonly abortAll: () => void;
}

export function createRequestSlots(): RequestSlots {
  const inFlight = new Map<RequestKind, AbortController>();
  const abort = (kind: RequestKind): void => inFlight.get(kind)?.abort();
  return {
    abort,
    abortAll: () => {
      for (const kind of inFlight.keys()) abort(kind);
    },
    begin: (kind) => {
      abort(kind);
      const controller = new AbortController();
      inFlight.set(kind, controller);
      return controller.signal;
    },
  };
}
