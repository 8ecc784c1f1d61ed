import { readPrintedForm } from "@malote/dfe";
import { cleanDocumento } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { gunzip } from "../../compression.ts";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { findContaId, type OperatorRequest } from "../conta/change-plano.ts";
import { lockDomains, setDomains } from "../conta/conta.rows.ts";
import { insertRegistros, type RegistroAction } from "../registro/registro.rows.ts";
import { findEmpresaId } from "./empresa-cnpj.rows.ts";
import {
  dropProof,
  type EmailCaixa,
  findCaixaOfEmail,
  type ProvedEmpresa,
  proveFromCertificados,
  saveProof,
} from "./empresa-proof.rows.ts";
import { domainOf, findProvedCnpjs, readDomain } from "./empresa-proof.rules.ts";

const MALOTE = "Malote";
type ProofContext = Pick<AppContext, "database" | "clock">;

/**
 * Proves the empresas whose CNPJ root is on a stored certificate.
 * Call it after all other row locks of the transaction are taken.
 */
export async function proveByCertificados(db: Db, contaId: string, now: Date): Promise<void> {
  const proved = await proveFromCertificados(db, contaId, now);
  await recordEntries(db, contaId, {
    acao: "provar-empresa",
    author: MALOTE,
    now,
    empresas: proved,
    por: "certificado A1",
  });
}

/**
 * Adds or removes the operator's proof of an empresa. @throws {Refusal} contaNaoEncontrada,
 * cnpjDesconhecido
 */
export async function changeProof(
  ctx: ProofContext,
  {
    identificador,
    operator: author,
    cnpj: typed,
    provar,
  }: OperatorRequest & { cnpj: string; provar: boolean },
): Promise<{ changed: boolean }> {
  const contaId = await findContaId(ctx, identificador);
  const cnpj = cleanDocumento(typed);
  const now = ctx.clock.now();
  return await ctx.database.withConta(contaId, async (db) => {
    if ((await findEmpresaId(db, contaId, cnpj)) === null) throw new Refusal("cnpjDesconhecido");
    const changed = provar
      ? await saveProof(db, contaId, { cnpj, por: "operador", detalhe: null, now })
      : await dropProof(db, contaId, cnpj);
    const empresas = changed === null ? [] : [changed];
    const acao = provar ? "provar-empresa" : "retirar-prova";
    await recordEntries(db, contaId, { acao, author, now, empresas, por: "operador" });
    return { changed: changed !== null };
  });
}

/**
 * Adds or removes a proved domain of a conta; empresas that it proved remain proved.
 * @throws {Refusal} contaNaoEncontrada, dominioInvalido, dominioDeProvedor
 */
export async function changeDomain(
  ctx: ProofContext,
  {
    identificador,
    operator: author,
    dominio: typed,
    incluir,
  }: OperatorRequest & { dominio: string; incluir: boolean },
): Promise<{ dominios: string[] }> {
  const contaId = await findContaId(ctx, identificador);
  const dominio = readDomain(typed);
  const now = ctx.clock.now();
  return await ctx.database.withConta(contaId, async (db) => {
    const before = await lockDomains(db, contaId);
    const others = before.filter((each) => each !== dominio);
    const dominios = incluir ? [...others, dominio].sort() : others;
    if (dominios.join() === before.join()) return { dominios };
    await setDomains(db, contaId, dominios);
    const detalhe = dominios.join(", ") || "nenhum";
    await insertRegistros(db, contaId, [
      { quando: now, usuarioId: null, usuario: author, acao: "alterar-dominios", alvo: contaId, detalhe },
    ]);
    return { dominios };
  });
}

/** A stored document of an e-mail: its verdict, issuer and bytes. */
export type StoredDocumento = { veredito: string; emitente: string; xmlGzip: Uint8Array };

/**
 * The mailbox of an e-mail that may prove an empresa; null if its domain is not proved or no proof is
 * pending.
 */
export async function findProvableCaixa(
  { database }: Pick<AppContext, "database">,
  contaId: string,
  emailId: string,
): Promise<(EmailCaixa & { dominio: string }) | null> {
  const caixa = await database.withConta(contaId, (db) => findCaixaOfEmail(db, contaId, emailId));
  const dominio = domainOf(caixa?.usuario ?? null);
  return caixa !== null && dominio !== null && caixa.dominios.includes(dominio)
    ? { ...caixa, dominio }
    : null;
}

/** Proves the empresas that the documents prove, received in a mailbox of a proved domain. */
export async function proveByDomain(
  ctx: ProofContext,
  contaId: string,
  { provable, stored }: { provable: EmailCaixa & { dominio: string }; stored: readonly StoredDocumento[] },
): Promise<void> {
  const cnpjs = new Set<string>();
  for (const { veredito, emitente, xmlGzip } of stored) {
    if (veredito !== "autentica") continue;
    const papel = readPrintedForm(await gunzip(xmlGzip));
    for (const cnpj of findProvedCnpjs({ veredito, emitente, papel }, provable)) cnpjs.add(cnpj);
  }
  if (cnpjs.size === 0) return;
  const now = ctx.clock.now();
  const { dominio: detalhe } = provable;
  await ctx.database.withConta(contaId, async (db) => {
    const empresas: ProvedEmpresa[] = [];
    for (const cnpj of [...cnpjs].sort()) {
      const provada = await saveProof(db, contaId, { cnpj, por: "dominio", detalhe, now });
      if (provada !== null) empresas.push(provada);
    }
    await recordEntries(db, contaId, {
      acao: "provar-empresa",
      author: MALOTE,
      now,
      empresas,
      por: `domínio ${detalhe}`,
    });
  });
}

type ProofEntry = {
  acao: RegistroAction;
  author: string;
  now: Date;
  empresas: readonly ProvedEmpresa[];
  por: string;
};

async function recordEntries(
  db: Db,
  contaId: string,
  { acao, author, now, empresas, por }: ProofEntry,
): Promise<void> {
  const entries = empresas.map(({ id, nome, cnpj }) => ({
    ...{ quando: now, usuarioId: null, usuario: author, acao, alvo: id },
    detalhe: `${nome} · ${cnpj} · ${por}`,
  }));
  await insertRegistros(db, contaId, entries);
}
