/** Runs something that can wait: once the page is drawn and the browser has nothing better to do. @returns how to call it off. */
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
