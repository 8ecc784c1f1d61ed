import { formatMessage, type MessageKey } from "@malote/contract";
import type { Request, RequestHandler, Response } from "express";
import { networksOfIp } from "../../services/rate-limit/network.rules.ts";
import { versionOfMedia } from "./envelope.ts";
import type { SendFault } from "./read-call.ts";

/**
 * Calls larger than this, or without a length, are limited at
 * one time, because their sender is not yet authenticated.
 */
const LARGE_BYTES = 1_048_576;
const LARGE_MAX = 4;
/** Of one network, so that it cannot take all slots. */
const LARGE_OF_ONE_MAX = 2;
/** Bytes required between two checks, and the ms between them: 32 KB a second. */
const RATE_BYTES = 163_840;
const RATE_MS = 5_000;
const RETRY_S = "5";

type LargeCallOptions = { ipOf(req: Request, res: Response): string; send: SendFault };

/** Gives a large call a slot before its body is read, and ends one that is sent too slowly. */
export function limitLargeCalls({ ipOf, send }: LargeCallOptions): RequestHandler {
  const openByNetwork = new Map<string, number>();
  let large = 0;
  const refuse = (req: Request, res: Response, key: MessageKey, status: number): void => {
    res.set({ Connection: "close", "Retry-After": RETRY_S });
    const version = versionOfMedia(req.get("content-type")) ?? "1.1";
    send(res, version, { code: "Sender", key, reasonText: formatMessage(key) }, status);
  };
  return (req, res, next) => {
    const length = req.get("content-length");
    if (length !== undefined && Number(length) <= LARGE_BYTES) return next();
    const network = networksOfIp(ipOf(req, res)).at(-1)?.name ?? "";
    const ofNetwork = openByNetwork.get(network) ?? 0;
    if (large >= LARGE_MAX || ofNetwork >= LARGE_OF_ONE_MAX) return refuse(req, res, "soapOcupado", 429);
    large += 1;
    openByNetwork.set(network, ofNetwork + 1);
    const stopWatching = watchRate(req, () => {
      refuse(req, res, "soapLento", 408);
      res.once("finish", () => req.destroy());
    });
    res.once("close", () => {
      stopWatching();
      large -= 1;
      const left = (openByNetwork.get(network) ?? 1) - 1;
      if (left > 0) openByNetwork.set(network, left);
      else openByNetwork.delete(network);
    });
    next();
  };
}

/** Checks regularly that a body still arrives.   @returns how to stop */
function watchRate(req: Request, onSlow: () => void): () => void {
  let readSoFar = req.socket.bytesRead;
  const timer = setInterval(() => {
    if (req.complete) return clearInterval(timer);
    const { bytesRead } = req.socket;
    if (bytesRead - readSoFar < RATE_BYTES) {
      clearInterval(timer);
      return onSlow();
    }
    readSoFar = bytesRead;
  }, RATE_MS);
  return () => clearInterval(timer);
}
