/**
 * Calls `run` when the browser is idle, after 4 s at the latest.
 * @returns a function that cancels it.
 */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1000);
    return () => {
      clearTimeout(timer);
    };
  }
  const request = window.requestIdleCallback(run, { timeout: 4000 });
  return () => {
    window.cancelIdleCallback(request);
  };
}
