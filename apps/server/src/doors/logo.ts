import type { Envelope } from "@malote/contract";
import { formatMensagem, LOGO_MAX_BYTES } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import { Router } from "express";
import * as z from "zod/mini";
import type { AppContext } from "../app-context.ts";
import { Refusal } from "../errors.ts";
import type { Acting } from "../rpc/act-as.ts";
import { keepLogo } from "../services/empresa/logo.ts";
import { enterArquivo } from "./enter-arquivo.ts";
import { refuseVerb } from "./json-rpc.ts";
import { readUpload, type Upload } from "./upload.ts";
import { leave, sayNo, sayYes } from "./upload-answer.ts";
import { readBearer } from "./visit.ts";

/** Longest time for the upload of a logo, in ms. */
const PRAZO_MS = 20_000;
const FORM = { campos: ["empresaId"], arquivoMax: LOGO_MAX_BYTES, prazoMs: PRAZO_MS };
const uuid = z.uuid();

type Inteiro = Extract<Upload, { kind: "ok" }>;
const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const;

/**
 * `POST /Services/logo`: a form with empresaId and a picture; an empty file removes the picture.
 * The token must be a header, as for a certificate.
 */
export function createLogoDoor(app: AppContext): Router {
  const router = Router({ caseSensitive: true });
  router.post("/logo", async (req, res) => {
    const visit = { ip: req.ip ?? "" };
    const entrou = await enterArquivo({ ...app, visit }, { nome: "logo", token: readBearer(req) });
    if (entrou.kind === "sem-sessao") return leave(res, 401, sayNo(formatMensagem("arquivoSemSessao")));
    if (entrou.kind === "recusado") return leave(res, 200, sayNo(entrou.mensagem));
    const upload = await readUpload(req, FORM);
    if (upload.kind === "ok") return void res.json(await answer(entrou.ctx, upload));
    const limite = formatTamanho(LOGO_MAX_BYTES);
    const mensagem =
      upload.kind === "grande"
        ? formatMensagem("logoGrande", { limite })
        : formatMensagem("logoUploadFalhou");
    leave(res, STATUS[upload.kind], sayNo(mensagem, "arquivo"));
  });
  router.all("/logo", refuseVerb("POST"));
  return router;
}

async function answer(ctx: Acting, { campos, arquivo }: Inteiro): Promise<Envelope> {
  try {
    if (arquivo === null) throw new Refusal("logoArquivoObrigatorio", { campo: "arquivo" });
    const id = uuid.safeParse(campos.get("empresaId"));
    if (!id.success) throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
    const object = await keepLogo(ctx, ctx.caller, { empresaId: id.data, bytes: arquivo });
    return sayYes(object);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sayNo(error.message, error.campo);
  }
}
