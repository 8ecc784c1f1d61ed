import type { Envelope } from "@malote/contract";
import { CERTIFICADO_MAX_BYTES, certificadoWire, formatMensagem, type MensagemKey } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import { Router } from "express";
import * as z from "zod/mini";
import type { AppContext } from "../app-context.ts";
import { Refusal } from "../errors.ts";
import { writeCertificado } from "../services/certificado/certificado.wire.ts";
import { sendCertificado } from "../services/certificado/send-certificado.ts";
import type { SignedInContext } from "../services/handler.ts";
import { enterArquivo } from "./enter-arquivo.ts";
import { refuseVerb } from "./json-rpc.ts";
import { readUpload, type Upload } from "./upload.ts";
import { leave, sayNo, sayYes } from "./upload-answer.ts";
import { readBearer, readVisit } from "./visit.ts";

/** Longest time for the upload of a certificate, in ms. */
const PRAZO_MS = 20_000;
const uuid = z.uuid();

/** Time limit of the upload; shorter only in tests. */
export type CertifOptions = { uploadMs?: number };

/**
 * `POST /Services/certif` (spec §7): a form with empresaId, certSenha and the file. The token must
 * be a header: another site's form would send our cookie, but cannot set a header.
 */
export function createCertifDoor(app: AppContext, { uploadMs = PRAZO_MS }: CertifOptions = {}): Router {
  const router = Router({ caseSensitive: true });
  const form = { campos: ["empresaId", "certSenha"], arquivoMax: CERTIFICADO_MAX_BYTES, prazoMs: uploadMs };
  router.post("/certif", async (req, res) => {
    const visit = readVisit(req, res, app.config);
    const entrou = await enterArquivo({ ...app, visit }, { nome: "certif", token: readBearer(req) });
    if (entrou.kind === "sem-sessao") return leave(res, 401, refuse("arquivoSemSessao"));
    if (entrou.kind === "recusado") return leave(res, 200, sayNo(entrou.mensagem, entrou.campo));
    const upload = await readUpload(req, form);
    if (upload.kind !== "ok") return leave(res, STATUS[upload.kind], refuseUpload(upload));
    res.json(await answer(entrou.ctx, upload));
  });
  router.all("/certif", refuseVerb("POST"));
  return router;
}

type Inteiro = Extract<Upload, { kind: "ok" }>;
type Quebrado = Exclude<Upload, Inteiro>;

const STATUS = { grande: 413, demorado: 408, falhou: 400 } as const satisfies Record<
  Quebrado["kind"],
  number
>;

async function answer(ctx: SignedInContext, { campos, arquivo }: Inteiro): Promise<Envelope> {
  try {
    const senha = campos.get("certSenha") ?? "";
    if (senha === "") throw new Refusal("certificadoSenhaObrigatoria", { campo: "certSenha" });
    if (arquivo === null || arquivo.length === 0) {
      throw new Refusal("certificadoArquivoObrigatorio", { campo: "arquivo" });
    }
    // An id of another conta, of a deleted empresa or an invalid one gives the same answer.
    const id = uuid.safeParse(campos.get("empresaId"));
    if (!id.success) throw new Refusal("empresaNaoEncontrada", { campo: "empresaId" });
    const row = await sendCertificado(ctx, { empresaId: id.data, senha, pfx: arquivo });
    const object = z.parse(certificadoWire, writeCertificado(row, ctx.clock.now()));
    return sayYes(object);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sayNo(error.message, error.campo);
  }
}

function refuse(key: MensagemKey): Envelope {
  return sayNo(formatMensagem(key));
}

function refuseUpload({ kind }: Quebrado): Envelope {
  if (kind !== "grande") return refuse("certificadoUploadFalhou");
  const limite = formatTamanho(CERTIFICADO_MAX_BYTES);
  return sayNo(formatMensagem("certificadoGrande", { limite }), "arquivo");
}
