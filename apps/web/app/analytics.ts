/**
 * Loads the web-analytics script that the deployment names (ANALYTICS_SRC), after the page has been
 * drawn. A failure is logged to the console only. The configuration is checked by hand, because the
 * schema library would be most of the script of a page that does not need it otherwise.
 */
export async function loadAnalytics(): Promise<void> {
  try {
    const deployment: unknown = await (
      await fetch('/config.json', { headers: { accept: 'application/json' } })
    ).json();
    const source = (deployment as { readonly analyticsSrc?: unknown }).analyticsSrc;
    if (typeof source !== 'string' || !/^\/(?!\/)/.test(source)) return;
    const script = document.createElement('script');
    script.src = source;
    script.async = true;
    script.onerror = () => {
      console.error(`analytics: ${source} did not load.`);
    };
    document.head.append(script);
  } catch (error) {
    console.error('analytics:', error);
  }
}
