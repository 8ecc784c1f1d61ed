// A page that the build wrote is read, or typed in, without the application, which comes when somebody touches the page or when the page
// has long been still. A form's files are fetched as soon as it is painted, so that it is there at the first key.
(() => {
  const STILL_MS = 4000;
  const AT_ONCE = 4;
  const EVENTS = ["pointerdown", "pointermove", "keydown", "touchstart", "input", "submit"];
  const { src, modo } = document.querySelector("link[data-aplicacao]").dataset;
  const form = modo === "tarefa";
  const later = [...document.querySelectorAll("link[data-depois]")];
  let begun = false;

  const pause = () => new Promise((resolve) => setTimeout(resolve));

  /** Asks for a form's files a few at a time: to ask for all of them is a long task by itself. */
  const fetchLater = async () => {
    for (const [at, link] of later.entries()) {
      if (at % AT_ONCE === 0) await pause();
      link.rel = link.dataset.depois;
    }
  };

  const begin = async () => {
    if (begun) return;
    begun = true;
    try {
      // One after the other, with room between them: a phone that runs all of it at once is deaf meanwhile.
      for (const { href } of later.filter(({ dataset }) => "parte" in dataset)) {
        await import(href);
        await pause();
      }
      await import(src);
    } catch {
      // Without the application the page is read all the same, and its links lead where they say.
    }
  };

  const whenPainted = (run) => {
    let painted = false;
    const once = () => {
      if (painted) return;
      painted = true;
      run();
    };
    const told = (list) => list.getEntriesByName("first-contentful-paint").length > 0 && once();
    const tells = window.PerformanceObserver?.supportedEntryTypes?.includes("paint");
    if (tells) new PerformanceObserver(told).observe({ type: "paint", buffered: true });
    // A tab in the background is not painted, and some browsers do not tell of it.
    if (!tells || document.hidden) whenLoaded(once);
  };

  const whenLoaded = (run) => {
    if (document.readyState === "complete") run();
    else addEventListener("load", run);
  };

  const read = (storage, key) => {
    try {
      return storage().getItem(key);
    } catch {
      // Where nothing may be kept, nothing was.
      return null;
    }
  };

  /** Whether the page as it was written is not what this person is to see: the application knows better. */
  const isKnown = () => {
    // It is written in Portuguese.
    if (window.maloteIdioma) return true;
    if (read(() => sessionStorage, "malote-sessao") !== null) return true;
    if (!form) return false;
    const asked = location.search !== "" || /^\/\w+\/./.test(location.pathname) || history.state !== null;
    return asked || read(() => localStorage, "malote-lembrar") !== null;
  };

  for (const event of EVENTS) addEventListener(event, begin, { once: true, passive: true, capture: true });
  if (form) {
    // The page may put the focus into its first field by itself.
    addEventListener("focusin", ({ target }) => target.autofocus || begin(), { capture: true });
  }
  whenPainted(() => {
    void fetchLater();
    if (isKnown()) void begin();
    if (navigator.connection?.saveData) return;
    whenLoaded(() => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(begin), STILL_MS));
  });
})();
