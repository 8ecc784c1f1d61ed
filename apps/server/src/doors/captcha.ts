import { formatMensagem } from "@malote/contract";
import { Router } from "express";
import type { AppContext } from "../app-context.ts";
import { Refusal } from "../errors.ts";
import { isAcaoCaptcha } from "../services/captcha/captcha.rules.ts";
import { createDesafio } from "../services/captcha/create-desafio.ts";
import { countUsoDaRede } from "../services/limite/count-rede.ts";
import { refuseVerb } from "./json-rpc.ts";
import { sayNo } from "./upload-answer.ts";

/**
 * Each challenge costs the server some work. An office behind
 * one address stays below the limit; a machine does not.
 */
const DESAFIOS = {
  coisa: "captcha-desafio",
  max: 300,
  janelaMs: 600_000,
  recusa: "muitasVerificacoes",
} as const;

/** `GET /Services/captcha?acao=`: a proof of work before an act without a session. */
export function createCaptchaDoor(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.get("/captcha", async (req, res) => {
    const { acao } = req.query;
    if (!isAcaoCaptcha(acao)) {
      return void res.status(400).json(sayNo(formatMensagem("captchaSemAcao"), "acao"));
    }
    try {
      await countUsoDaRede(app, req.ip ?? "", DESAFIOS);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return void res.status(429).json(sayNo(error.message));
    }
    res.json(await createDesafio(app, acao));
  });
  router.all("/captcha", refuseVerb("GET, HEAD"));
  return router;
}
