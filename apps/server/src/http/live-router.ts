import { formatMessage } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { type RequestHandler, type Response, Router } from "express";
import type { AppContext } from "../app-context.ts";
import { admitToContext } from "../rpc/caller-context.ts";
import type { ChangeWatch } from "../services/live/change-watch.ts";
import { toFileAdmission } from "./files/admit-file-request.ts";
import { sendSentence } from "./files/files-router.ts";
import { refuseVerb } from "./json-rpc/json-rpc-router.ts";
import { readBearer } from "./read-visit.ts";

const PATH = "/novidades/fluxo";
/** A stream ends after this time, in ms: the page asks again, and its session is checked again. */
const STREAM_MS = 5 * MINUTE_MS;
/** A comment this often, in ms, keeps proxies from closing the stream. */
const PULSE_MS = 20_000;
/** When a page that found no place, or that lost its stream at a stop, may ask again, in seconds. */
const RETRY_S = "60";

/**
 * `GET /Services/novidades/fluxo`: a stream for our own pages, with the session in `Authorization`. It says
 * `mudou`, without any data, when documents or e-mails of the conta
 * changed, or the day of the sandbox.
 * @source WHATWG HTML, server-sent events
 */
export function createLiveRouter(app: AppContext, watch: ChangeWatch): Router {
  const router = Router({ caseSensitive: true });
  router.get(PATH, stream(app, watch));
  router.all(PATH, refuseVerb("GET"));
  return router;
}

function stream(app: AppContext, watch: ChangeWatch): RequestHandler {
  return async (req, res) => {
    const token = readBearer(req);
    const entry = {
      name: "novidades",
      access: "signedIn",
      person: true,
      scope: null,
      recent: undefined,
    } as const;
    const admission = { ...entry, token, counting: { isArquivo: false } };
    const admitted = await toFileAdmission(() =>
      admitToContext({ ...app, visit: { ip: req.ip ?? "" } }, admission),
    );
    if (admitted.kind === "sem-sessao") {
      return sendSentence(req, res, { status: 401, mensagem: formatMessage("arquivoSemSessao") });
    }
    if (admitted.kind === "recusado") {
      return sendSentence(req, res, { status: 403, mensagem: admitted.mensagem });
    }
    const { contaId, usuarioId } = admitted.ctx.caller;
    const end = (): void => void res.end();
    const changed = (): void => write(res, "event: mudou\ndata:\n\n");
    const leave = watch.follow({ contaId, usuarioId, changed, ended: end });
    if (leave === null) {
      res.set("Retry-After", RETRY_S);
      return sendSentence(req, res, { status: 503, mensagem: formatMessage("restIndisponivel") });
    }
    // The connection ends with the stream: a process that stops must not wait for it to be idle.
    res.set({ "Content-Type": "text/event-stream; charset=utf-8", Connection: "close" });
    res.set("X-Accel-Buffering", "no");
    res.write(": aqui\n\n");
    const pulse = setInterval(() => write(res, ": aqui\n\n"), PULSE_MS).unref();
    const limit = setTimeout(end, STREAM_MS).unref();
    const stopClock = app.clock.onJump?.(changed);
    res.once("close", () => {
      leave();
      stopClock?.();
      clearInterval(pulse);
      clearTimeout(limit);
    });
  };
}

/** Writes unless earlier bytes still wait for a slow page: one `mudou` says as much as two. */
function write(res: Response, text: string): void {
  if (!res.writableNeedDrain && !res.writableEnded) res.write(text);
}
