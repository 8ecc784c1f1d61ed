import type { AppContext } from "../app-context.ts";
import type { SandboxInfo } from "../config.ts";
import { newId, type Sql } from "../db/index.ts";
import { StartRefusal } from "../errors.ts";
import { hashSenha } from "../secrets/senha.ts";
import { SENHA_DA_DEMO } from "../secrets/senha-comum.ts";
import { toPoll } from "../services/caixa-email/caixa-coleta.rules.ts";
import { SANDBOX_POLL_MS } from "../services/caixa-email/caixa-email.rules.ts";
import { keepCertificado } from "../services/certificado/keep-certificado.ts";
import { openArquivo } from "../services/certificado/open-arquivo.ts";
import { sealCertificado } from "../services/certificado/seal-certificado.ts";
import {
  hasUsuario,
  insertUsuarioDemo,
  saveCaixaDemo,
  saveEmpresaDemo,
} from "../services/conta/demo.rows.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import { readAncoras } from "../trust.ts";

/**
 * Sign-in of the demo conta. It is public, so it is refused in other contas, and here while the
 * sandbox is off.
 */
const DEMO = { identificador: "demo", nomeUsuario: "admin", senha: SENHA_DA_DEMO } as const;

/**
 * Creates or updates the demo conta from the sandbox's file: empresas with certificates, user and
 * caixa. The auditor is on for the first empresa.
 * @throws {StartRefusal} when a real conta has the demo's name
 */
export async function createDemoConta(ctx: AppContext): Promise<void> {
  const info = ctx.config.sandbox?.info;
  if (!info) throw new Error("the demo conta needs the sandbox");
  const contaId = await findOrOpenConta(ctx, info);
  await saveUsuario(ctx, contaId);
  await ctx.database.withContaSql(contaId, async (sql) => {
    for (const [n, empresa] of info.empresas.entries()) {
      await saveEmpresa(ctx, { sql, contaId }, { ...empresa, ativarAuditor: n === 0 });
    }
    const id = await saveCaixa(ctx, { sql, contaId }, info.pop3);
    await planTarefas(sql, contaId, [toPoll({ id, servidor: info.pop3.servidor }, ctx.clock.now())]);
  });
}

async function findOrOpenConta(ctx: AppContext, info: SandboxInfo): Promise<string> {
  const { portaria } = ctx.database;
  const known = await portaria.findConta(DEMO.identificador);
  if (known?.sandbox === false) {
    throw new StartRefusal("Já existe uma conta real chamada demo: inicie com SANDBOX=0 ou outra DATA_DIR.");
  }
  if (known) return known.contaId;
  const contaId = newId();
  const uf = info.empresas[0]?.uf ?? "SP";
  await portaria.openConta({
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
  const { nomeUsuario, senha } = DEMO;
  const known = await ctx.database.withContaSql(contaId, (sql) => hasUsuario(sql, contaId, nomeUsuario));
  if (known) return;
  const usuario = { nomeUsuario, senhaHash: await hashSenha(senha) };
  await ctx.database.withContaSql(contaId, (sql) => insertUsuarioDemo(sql, contaId, usuario));
}

type Turno = { sql: Sql; contaId: string };

async function saveEmpresa(
  ctx: AppContext,
  { sql, contaId }: Turno,
  empresa: SandboxInfo["empresas"][number] & { ativarAuditor: boolean },
): Promise<void> {
  const { empresaId, certificadoAte } = await saveEmpresaDemo(sql, contaId, empresa);
  const [pfx, senha] = [Buffer.from(empresa.pfxBase64, "base64"), empresa.pfxSenha];
  const agora = ctx.clock.now();
  const opened = openArquivo({ pfx, senha, ancoras: readAncoras(ctx.config, true), agora });
  if (opened.kind !== "ok") throw new Error(`the sandbox's certificate does not open: ${opened.kind}`);
  const { certificado, cadeia } = opened;
  if (certificadoAte?.getTime() === certificado.validoAte.getTime()) return;
  const novo = sealCertificado(ctx.cofre, { empresaId, pfx, senha, certificado, cadeia, enviadoPor: null });
  await keepCertificado(sql, contaId, { novo, agora });
}

async function saveCaixa(
  ctx: AppContext,
  { sql, contaId }: Turno,
  pop3: SandboxInfo["pop3"],
): Promise<string> {
  const seal = (id: string): Buffer =>
    ctx.cofre.seal(pop3.senha, { tabela: "caixa_email", coluna: "senha_selada", id });
  const caixa = {
    servidor: pop3.servidor,
    porta: pop3.porta,
    usuario: pop3.usuario,
    pollMs: SANDBOX_POLL_MS,
    seal,
  };
  return saveCaixaDemo(sql, contaId, caixa);
}
