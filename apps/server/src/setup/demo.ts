import type { AppContext } from "../app-context.ts";
import type { SandboxInfo } from "../config.ts";
import { type Db, newId } from "../db/index.ts";
import { StartRefusal } from "../errors.ts";
import { DEMO_PASSWORD } from "../secrets/common-password.ts";
import { hashPassword } from "../secrets/password.ts";
import { SANDBOX_POLL_MS } from "../services/caixa-email/caixa-email.rules.ts";
import { toPoll } from "../services/caixa-email/caixa-health.rules.ts";
import { openCertificadoFile } from "../services/certificado/open-certificado-file.ts";
import { sealCertificado } from "../services/certificado/seal-certificado.ts";
import {
  hasUsuario,
  insertDemoUsuario,
  saveDemoCaixa,
  saveDemoEmpresa,
} from "../services/conta/demo.rows.ts";
import { storeCertificado } from "../services/empresa-setup/store-certificado.ts";
import { planTasks } from "../services/task/task.rows.ts";
import { readTrustedCas } from "../trust.ts";

/**
 * Sign-in of the demo conta. It is public, so it is refused in other contas, and here while the
 * sandbox is off.
 */
const DEMO = { identificador: "demo", nomeUsuario: "admin", senha: DEMO_PASSWORD } as const;

/**
 * Creates or updates the demo conta from the sandbox's file: empresas with certificates, user and
 * caixa. The auditor is on for the first empresa.
 * @returns the id of the conta
 * @throws {StartRefusal} when a real conta has the demo's name
 */
export async function createDemoConta(ctx: AppContext): Promise<string> {
  const info = ctx.config.sandbox?.info;
  if (!info) throw new Error("the demo conta needs the sandbox");
  const contaId = await findOrOpenConta(ctx, info);
  await saveUsuario(ctx, contaId);
  await ctx.database.withConta(contaId, async (db) => {
    for (const [n, empresa] of info.empresas.entries()) {
      await saveEmpresa(ctx, { db, contaId }, { ...empresa, ativarAuditor: n === 0 });
    }
    const id = await saveCaixa(ctx, { db, contaId }, info.pop3);
    await planTasks(db, contaId, [toPoll({ id, servidor: info.pop3.servidor }, ctx.clock.now())]);
  });
  return contaId;
}

async function findOrOpenConta(ctx: AppContext, info: SandboxInfo): Promise<string> {
  const { gatekeeper } = ctx.database;
  const known = await gatekeeper.findConta(DEMO.identificador);
  if (known?.sandbox === false) {
    throw new StartRefusal("Já existe uma conta real chamada demo: inicie com SANDBOX=0 ou outra DATA_DIR.");
  }
  if (known) return known.contaId;
  const contaId = newId();
  const uf = info.empresas[0]?.uf ?? "SP";
  await gatekeeper.openConta({
    contaId,
    identificador: DEMO.identificador,
    tipoPessoa: "Jurídica",
    uf,
    sandbox: true,
  });
  return contaId;
}

// Hashes only for a new user, and outside transactions, because hashing is slow.
async function saveUsuario(ctx: AppContext, contaId: string): Promise<void> {
  const { nomeUsuario, senha: password } = DEMO;
  const known = await ctx.database.withConta(contaId, (db) => hasUsuario(db, contaId, nomeUsuario));
  if (known) return;
  const usuario = { nomeUsuario, senhaHash: await hashPassword(password) };
  await ctx.database.withConta(contaId, (db) => insertDemoUsuario(db, contaId, usuario));
}

type ContaTransaction = { db: Db; contaId: string };

async function saveEmpresa(
  ctx: AppContext,
  { db, contaId }: ContaTransaction,
  empresa: SandboxInfo["empresas"][number] & { ativarAuditor: boolean },
): Promise<void> {
  const { empresaId, certificadoAte } = await saveDemoEmpresa(db, contaId, empresa);
  const [pfx, password] = [Buffer.from(empresa.pfxBase64, "base64"), empresa.pfxSenha];
  const now = ctx.clock.now();
  const opened = openCertificadoFile({
    pfx,
    senha: password,
    ancoras: readTrustedCas(ctx.config, true),
    now,
  });
  if (opened.kind !== "ok") throw new Error(`the sandbox's certificate does not open: ${opened.kind}`);
  const { certificado, cadeia } = opened;
  if (certificadoAte?.getTime() === certificado.validoAte.getTime()) return;
  const newCertificado = sealCertificado(ctx.secretBox, {
    empresaId,
    pfx,
    senha: password,
    certificado,
    cadeia,
    enviadoPor: null,
  });
  await storeCertificado(db, contaId, { newCertificado, now });
}

async function saveCaixa(
  ctx: AppContext,
  { db, contaId }: ContaTransaction,
  pop3: SandboxInfo["pop3"],
): Promise<string> {
  const seal = (id: string): Buffer =>
    ctx.secretBox.seal(pop3.senha, { tabela: "caixa_email", coluna: "senha_selada", id });
  const caixa = {
    servidor: pop3.servidor,
    porta: pop3.porta,
    usuario: pop3.usuario,
    descricao: "Caixa de demonstração",
    pollMs: SANDBOX_POLL_MS,
    seal,
  };
  return saveDemoCaixa(db, contaId, caixa);
}
