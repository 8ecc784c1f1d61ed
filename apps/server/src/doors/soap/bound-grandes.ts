import { formatMensagem, type MensagemKey } from "@malote/contract";
import type { Request, RequestHandler, Response } from "express";
import { redesOfIp } from "../../services/auth/auth.rules.ts";
import { versaoOfMedia } from "./envelope.ts";
import type { SendFault } from "./read-chamada.ts";

/**
 * Calls larger than this, or without a length, are limited at
 * one time, because their sender is not yet authenticated.
 */
const GRANDE_BYTES = 1_048_576;
const GRANDES_MAX = 4;
/** Of one network, so that it cannot take all slots. */
const GRANDES_DE_UMA_MAX = 2;
/** Bytes required between two checks, and the ms between them: 32 KB a second. */
const RITMO_BYTES = 163_840;
const RITMO_MS = 5_000;
const VOLTE_S = "5";

type Porta = { ipOf(req: Request, res: Response): string; send: SendFault };

/** Gives a large call a slot before its body is read, and ends one that is sent too slowly. */
export function boundGrandes({ ipOf, send }: Porta): RequestHandler {
  const abertas = new Map<string, number>();
  let grandes = 0;
  const refuse = (req: Request, res: Response, key: MensagemKey, status: number): void => {
    res.set({ Connection: "close", "Retry-After": VOLTE_S });
    const versao = versaoOfMedia(req.get("content-type")) ?? "1.1";
    send(res, versao, { codigo: "Sender", key, razao: formatMensagem(key) }, status);
  };
  return (req, res, next) => {
    const length = req.get("content-length");
    if (length !== undefined && Number(length) <= GRANDE_BYTES) return next();
    const rede = redesOfIp(ipOf(req, res)).at(-1)?.nome ?? "";
    const suas = abertas.get(rede) ?? 0;
    if (grandes >= GRANDES_MAX || suas >= GRANDES_DE_UMA_MAX) return refuse(req, res, "soapOcupado", 429);
    grandes += 1;
    abertas.set(rede, suas + 1);
    const stopWatching = watchRitmo(req, () => {
      refuse(req, res, "soapLento", 408);
      res.once("finish", () => req.destroy());
    });
    res.once("close", () => {
      stopWatching();
      grandes -= 1;
      const left = (abertas.get(rede) ?? 1) - 1;
      if (left > 0) abertas.set(rede, left);
      else abertas.delete(rede);
    });
    next();
  };
}

/** Checks regularly that a body still arrives.   @returns how to stop */
function watchRitmo(req: Request, tellSlow: () => void): () => void {
  let lidos = req.socket.bytesRead;
  const relogio = setInterval(() => {
    if (req.complete) return clearInterval(relogio);
    const { bytesRead } = req.socket;
    if (bytesRead - lidos < RITMO_BYTES) {
      clearInterval(relogio);
      return tellSlow();
    }
    lidos = bytesRead;
  }, RITMO_MS);
  return () => clearInterval(relogio);
}
