// Runs in the page of `npm run bench -- virada`: records layout shift, slow answers, and painted rows.
(() => {
  const seen = { cls: 0, worst: 0 };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) seen.cls += value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) seen.worst = Math.max(seen.worst, duration);
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 });

  const first = () => document.querySelector("tbody [data-linha]")?.dataset.linha;

  /** Sets virada.painted: ms from the next click to the first frame with 20 new rows. */
  function watchNextClick() {
    const before = first();
    let clicked = 0;
    const onClick = () => {
      clicked = performance.now();
    };
    addEventListener("click", onClick, { capture: true, once: true });
    virada.painted = new Promise((resolve) => {
      const look = () => {
        const rows = document.querySelectorAll("tbody [data-linha]").length;
        if (!clicked || rows !== 20 || first() === before) return;
        observer.disconnect();
        // After the frame that shows the rows.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
  }

  /** The same request without the application. @returns ms until the answer is an object */
  async function fetchPage({ token, pagina }) {
    const started = performance.now();
    const response = await fetch("/Services/", {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({
        id: 1,
        method: "Nota.getListNota",
        params: { entradaSaida: "E", searchFilter: {}, currentPage: pagina, pageSize: 20 },
        authToken: token,
      }),
    });
    JSON.parse(await response.text());
    return performance.now() - started;
  }

  const virada = { seen, watchNextClick, fetchPage, painted: null };
  globalThis.virada = virada;
})();
