import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Providers } from "./Providers.tsx";
import { router } from "./router.tsx";

/**
 * Mounts the application. On a prerendered page it waits for the page's styles and code; then a document is
 * hydrated, and a form is replaced by its interactive version with everything already typed.
 */
export async function assumir(root: HTMLElement): Promise<void> {
  const app = <Providers router={router} />;
  const modo = root.dataset.escrita;
  if (modo === undefined) {
    createRoot(root).render(app);
    return;
  }
  await Promise.all([loadStyles(), routerReady()]);
  if (modo === "documento") {
    delete root.dataset.escrita;
    hydrateRoot(root, app);
    return;
  }
  const { digitarDeNovo, readDigitado, untilSolta } = await import("./digitado.ts");
  await untilSolta(root);
  delete root.dataset.escrita;
  const digitado = readDigitado(root);
  flushSync(() => createRoot(root).render(app));
  digitarDeNovo(root, digitado);
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
