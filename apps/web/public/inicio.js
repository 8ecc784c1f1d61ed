// A document is read without the application, which comes when somebody touches the page or when the page has long been still.
(() => {
  const STILL_MS = 4000;
  const EVENTS = ["pointerdown", "pointermove", "keydown", "touchstart"];
  const { src } = document.querySelector("link[data-aplicacao]").dataset;
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    import(src).catch(() => {
      // Without the application the page is read all the same, and its links lead where they say.
    });
  };
  for (const event of EVENTS) addEventListener(event, begin, { once: true, passive: true, capture: true });
  let session = null;
  try {
    session = sessionStorage.getItem("malote-sessao");
  } catch {
    // Without storage there is no session either.
  }
  if (session !== null) return begin();
  if (navigator.connection?.saveData) return;
  addEventListener("load", () =>
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(begin), STILL_MS),
  );
})();
