import { formatMensagem, type MensagemKey } from "@malote/contract";
import type { Request, RequestHandler, Response } from "express";
import { redesOfIp } from "../../services/auth/auth.rules.ts";
import { versaoOfMedia } from "./envelope.ts";
import type { SendFault } from "./read-chamada.ts";

/** Calls with more than so many bytes, or that do not say how many, are few at one time: nobody knows yet who sends them. */
const GRANDE_BYTES = 1_048_576;
const GRANDES_MAX = 4;
/** Of one network: who fills its own places leaves others theirs. */
const GRANDES_DE_UMA_MAX = 2;
/** Bytes that must come between two looks, and the ms from one to the next: 32 KB a second. */
const RITMO_BYTES = 163_840;
const RITMO_MS = 5_000;
const VOLTE_S = "5";

type Porta = { ipOf(req: Request, res: Response): string; send: SendFault };

/** Gives a large call a place before its body is read, and takes it away from one that comes too slowly. */
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

/** Looks now and then whether a body still comes.   @returns how to stop looking */
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
