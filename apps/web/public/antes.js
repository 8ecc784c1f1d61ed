// Runs before the first paint of every page.
(() => {
  // The sentences of the language chosen in this browser, before the application: a deferred script of the page
  // runs in its place, as no script that is added later does. The build names the files.
  try {
    const chosen = localStorage.getItem("malote-idioma");
    const file = document.currentScript.dataset[chosen];
    if (file) {
      document.write(`<script defer src="${file}"></script>`);
      // The frame of a signed-in page is in Portuguese, and hidden by this.
      document.documentElement.dataset.idioma = chosen;
    }
  } catch {
    // Storage may be closed to us: the page is in Portuguese.
  }

  // The theme chosen on this device, else the system's. The key is the theme manager's.
  let saved = null;
  try {
    saved = localStorage.getItem("malote-tema");
  } catch {
    // Storage may be closed to us; the system decides then.
  }
  const chosen = saved === "dark" || saved === "light" ? saved : null;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = chosen ? chosen === "dark" : system.matches;
  const paint = (inDark) =>
    document.documentElement.setAttribute("data-mantine-color-scheme", inDark ? "dark" : "light");
  paint(dark);
  // The application follows the system by itself, once it is there.
  if (!chosen) {
    system.addEventListener("change", ({ matches }) => {
      if (document.querySelector("#root[data-escrita]")) paint(matches);
    });
  }

  // Paper is white.
  let onScreen = "";
  addEventListener("beforeprint", () => {
    onScreen = document.documentElement.getAttribute("data-mantine-color-scheme");
    paint(false);
  });
  addEventListener("afterprint", () => {
    document.documentElement.setAttribute("data-mantine-color-scheme", onScreen);
  });

  // Pictures have a theme too, and the page was written for the system's.
  if (chosen) {
    new MutationObserver((_changes, observer) => {
      for (const source of document.querySelectorAll("source[media*='prefers-color-scheme']")) {
        source.media = source.media.replace(
          "(prefers-color-scheme: dark)",
          dark ? "(min-width: 0)" : "(max-width: 0)",
        );
      }
      if (document.readyState !== "loading") observer.disconnect();
    }).observe(document.documentElement, { childList: true, subtree: true });
  }

  // A form that the application has not taken over yet leaves for nowhere; it is sent when the application is there.
  addEventListener(
    "submit",
    (event) => {
      if (!document.querySelector("#root[data-escrita]")) return;
      event.preventDefault();
      event.target.setAttribute("data-enviado", "");
    },
    true,
  );

  // The same of a button that submits nothing. A language needs no application.
  addEventListener(
    "click",
    ({ target }) => {
      const chosen = target.closest("#root[data-escrita] [data-idioma]");
      if (chosen) {
        localStorage.setItem("malote-idioma", chosen.dataset.idioma);
        location.reload();
        return;
      }
      const root = document.querySelector("#root[data-escrita=tarefa]");
      const button = target.closest("button[type=button]");
      if (!root || !button) return;
      root.querySelector("[data-clicado]")?.removeAttribute("data-clicado");
      button.setAttribute("data-clicado", "");
    },
    true,
  );
})();
