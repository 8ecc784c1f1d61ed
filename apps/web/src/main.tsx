import "./app/app.css";
import { mountApplication } from "./app/mount-application.tsx";
import { router } from "./app/router.tsx";
import { ensureSession } from "./rpc/session/ensure-session.ts";
import { onSessionEnd } from "./rpc/session/session.ts";
import { setSessionCheck } from "./ui/layout/visitor-session.ts";

const RELOADED = "malote-recarregou";

onSessionEnd(() => {
  const { pathname, search } = window.location;
  if (pathname === "/login") return;
  void router.navigate(`/login?fim=1&voltar=${encodeURIComponent(pathname + search)}`, { replace: true });
});
setSessionCheck(ensureSession);

// A chunk of an outdated version is missing after a release: reload the page once.
window.addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "1");
  event.preventDefault();
  window.location.reload();
});

const root = document.getElementById("root");
if (root) void mountApplication(root);
