import { startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { language, languageTag } from "../languages/language.ts";
import { Providers } from "./Providers.tsx";
import { router } from "./router.tsx";

/**
 * Mounts the application. On a prerendered page it waits for the page's styles and code; then a document is
 * hydrated, and a form is replaced by its interactive version with everything already typed. In another
 * language than Portuguese, the page's own, a document is replaced too.
 */
export async function mountApplication(root: HTMLElement): Promise<void> {
  const app = <Providers router={router} />;
  const mode = root.dataset.escrita;
  document.documentElement.lang = languageTag;
  if (mode === undefined) {
    // Until then the file's frame stays on screen.
    await routerReady();
    // A transition is drawn in small steps between which the page answers.
    startTransition(() => createRoot(root).render(app));
    return;
  }
  await Promise.all([loadStyles(), routerReady()]);
  if (mode === "documento") {
    delete root.dataset.escrita;
    if (language === "pt") hydrateRoot(root, app);
    else flushSync(() => createRoot(root).render(app));
    return;
  }
  const { repeatInput, readTypedInput, untilReleased } = await import("./typed-input.ts");
  await untilReleased(root);
  delete root.dataset.escrita;
  const typedInput = readTypedInput(root);
  flushSync(() => createRoot(root).render(app));
  repeatInput(root, typedInput);
}

function routerReady(): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** Loads the whole stylesheet; the prerendered page contains only the rules it needs. */
function loadStyles(): Promise<void> {
  const href = document.querySelector<HTMLLinkElement>("link[data-estilos]")?.href;
  if (!href) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    // Without it the page is unstyled but works.
    link.onerror = () => resolve();
    document.head.append(link);
  });
}
