import "./app/app.css";
import { mountApplication } from "./app/mount-application.tsx";
import { router } from "./app/router.tsx";
import { ensureSession } from "./rpc/session/ensure-session.ts";
import { onSessionEnd } from "./rpc/session/session.ts";
import { setSessionCheck } from "./ui/layout/visitor-session.ts";

onSessionEnd(() => {
  const { pathname, search } = window.location;
  if (pathname === "/login") return;
  void router.navigate(`/login?fim=1&voltar=${encodeURIComponent(pathname + search)}`, { replace: true });
});
setSessionCheck(ensureSession);

const root = document.getElementById("root");
if (root) void mountApplication(root);
