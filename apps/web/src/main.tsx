import "./app/app.css";
import { assumir } from "./app/assumir.tsx";
import { router } from "./app/router.tsx";
import { ensureSession } from "./rpc/retomada.ts";
import { onSessionEnd } from "./rpc/session.ts";
import { setSessaoConhecida } from "./ui/visitante.ts";

const RELOADED = "malote-recarregou";

onSessionEnd(() => {
  const { pathname, search } = window.location;
  if (pathname === "/login") return;
  void router.navigate(`/login?fim=1&voltar=${encodeURIComponent(pathname + search)}`, { replace: true });
});
setSessaoConhecida(ensureSession);

// A chunk of an outdated version is missing after a release: reload the page once.
window.addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "1");
  event.preventDefault();
  window.location.reload();
});

const root = document.getElementById("root");
if (root) void assumir(root);
