import { formatMessage } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import { Router } from "express";
import type { AppContext } from "../app-context.ts";
import { Refusal } from "../errors.ts";
import { isCaptchaAction } from "../services/captcha/captcha.rules.ts";
import { createCaptchaChallenge } from "../services/captcha/create-challenge.ts";
import { countNetworkUse } from "../services/rate-limit/count-network-use.ts";
import { refuseVerb } from "./json-rpc/json-rpc-router.ts";
import { errorEnvelope } from "./uploads/upload-envelope.ts";

/**
 * Each challenge costs the server some work. An office behind
 * one address stays below the limit; a machine does not.
 */
const CHALLENGE_LIMIT = {
  coisa: "captcha-desafio",
  max: 300,
  janelaMs: 10 * MINUTE_MS,
  recusa: "muitasVerificacoes",
} as const;

/** `GET /Services/captcha?acao=`: a proof of work before an act without a session. */
export function createCaptchaRouter(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.get("/captcha", async (req, res) => {
    const { acao: action } = req.query;
    if (!isCaptchaAction(action)) {
      return void res.status(400).json(errorEnvelope(formatMessage("captchaSemAcao"), "acao"));
    }
    try {
      await countNetworkUse(app, req.ip ?? "", CHALLENGE_LIMIT);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return void res.status(429).json(errorEnvelope(error.message));
    }
    res.json(await createCaptchaChallenge(app, action));
  });
  router.all("/captcha", refuseVerb("GET, HEAD"));
  return router;
}
