import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { readPapel } from "@malote/dfe";
import { cleanDocumento } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { type DaConta, findContaId } from "../conta/change-plano.ts";
import { lockDominios, setDominios } from "../conta/conta.rows.ts";
import { type Acao, insertRegistros } from "../registro/registro.rows.ts";
import {
  type CaixaDoEmail,
  dropProva,
  findCaixaDoEmail,
  hasEmpresaDeCnpj,
  type Provada,
  proveDeCertificados,
  saveProva,
} from "./prova.rows.ts";
import { dominioOf, findProvadas, readDominio } from "./prova.rules.ts";

const unzip = promisify(gunzip);
const MALOTE = "Malote";
type Contexto = Pick<AppContext, "database" | "clock">;

/**
 * Proves the empresas whose CNPJ root is on a stored certificate.
 * Call it after all other row locks of the transaction are taken.
 */
export async function proveByCertificados(sql: Sql, contaId: string, agora: Date): Promise<void> {
  const provadas = await proveDeCertificados(sql, contaId, agora);
  await register(sql, contaId, {
    acao: "provar-empresa",
    quem: MALOTE,
    agora,
    empresas: provadas,
    por: "certificado A1",
  });
}

/**
 * Adds or removes the operator's proof of an empresa. @throws {Refusal} contaNaoEncontrada,
 * cnpjDesconhecido
 */
export async function changeProva(
  ctx: Contexto,
  { identificador, quem, cnpj: digitado, provar }: DaConta & { cnpj: string; provar: boolean },
): Promise<{ mudou: boolean }> {
  const contaId = await findContaId(ctx, identificador);
  const cnpj = cleanDocumento(digitado);
  const agora = ctx.clock.now();
  return await ctx.database.withContaSql(contaId, async (sql) => {
    if (!(await hasEmpresaDeCnpj(sql, contaId, cnpj))) throw new Refusal("cnpjDesconhecido");
    const changed = provar
      ? await saveProva(sql, contaId, { cnpj, por: "operador", detalhe: null, agora })
      : await dropProva(sql, contaId, cnpj);
    const empresas = changed === null ? [] : [changed];
    const acao = provar ? "provar-empresa" : "retirar-prova";
    await register(sql, contaId, { acao, quem, agora, empresas, por: "operador" });
    return { mudou: changed !== null };
  });
}

/**
 * Adds or removes a proved domain of a conta; empresas that it proved remain proved.
 * @throws {Refusal} contaNaoEncontrada, dominioInvalido, dominioDeProvedor
 */
export async function changeDominio(
  ctx: Contexto,
  { identificador, quem, dominio: digitado, incluir }: DaConta & { dominio: string; incluir: boolean },
): Promise<{ dominios: string[] }> {
  const contaId = await findContaId(ctx, identificador);
  const dominio = readDominio(digitado);
  const agora = ctx.clock.now();
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const antes = await lockDominios(sql, contaId);
    const outros = antes.filter((each) => each !== dominio);
    const dominios = incluir ? [...outros, dominio].sort() : outros;
    if (dominios.join() === antes.join()) return { dominios };
    await setDominios(sql, contaId, dominios);
    const detalhe = dominios.join(", ") || "nenhum";
    await insertRegistros(sql, contaId, [
      { quando: agora, usuarioId: null, usuario: quem, acao: "alterar-dominios", alvo: contaId, detalhe },
    ]);
    return { dominios };
  });
}

/** A stored document of an e-mail: its verdict, issuer and bytes. */
export type Chegado = { veredito: string; emitente: string; xmlGzip: Uint8Array };

/**
 * The mailbox of an e-mail that may prove an empresa; null if its domain is not proved or no proof is
 * pending.
 */
export async function findProvavel(
  { database }: Pick<AppContext, "database">,
  contaId: string,
  emailId: string,
): Promise<(CaixaDoEmail & { dominio: string }) | null> {
  const caixa = await database.withContaSql(contaId, (sql) => findCaixaDoEmail(sql, contaId, emailId));
  const dominio = dominioOf(caixa?.usuario ?? null);
  return caixa !== null && dominio !== null && caixa.dominios.includes(dominio)
    ? { ...caixa, dominio }
    : null;
}

/** Proves the empresas that the documents prove, received in a mailbox of a proved domain. */
export async function proveByDominio(
  ctx: Contexto,
  contaId: string,
  { provavel, chegados }: { provavel: CaixaDoEmail & { dominio: string }; chegados: readonly Chegado[] },
): Promise<void> {
  const cnpjs = new Set<string>();
  for (const { veredito, emitente, xmlGzip } of chegados) {
    if (veredito !== "autentica") continue;
    const papel = readPapel(await unzip(xmlGzip));
    for (const cnpj of findProvadas({ veredito, emitente, papel }, provavel)) cnpjs.add(cnpj);
  }
  if (cnpjs.size === 0) return;
  const agora = ctx.clock.now();
  const { dominio: detalhe } = provavel;
  await ctx.database.withContaSql(contaId, async (sql) => {
    const empresas: Provada[] = [];
    for (const cnpj of [...cnpjs].sort()) {
      const provada = await saveProva(sql, contaId, { cnpj, por: "dominio", detalhe, agora });
      if (provada !== null) empresas.push(provada);
    }
    await register(sql, contaId, {
      acao: "provar-empresa",
      quem: MALOTE,
      agora,
      empresas,
      por: `domínio ${detalhe}`,
    });
  });
}

type Ato = { acao: Acao; quem: string; agora: Date; empresas: readonly Provada[]; por: string };

async function register(sql: Sql, contaId: string, { acao, quem, agora, empresas, por }: Ato): Promise<void> {
  const atos = empresas.map(({ id, nome, cnpj }) => ({
    ...{ quando: agora, usuarioId: null, usuario: quem, acao, alvo: id },
    detalhe: `${nome} · ${cnpj} · ${por}`,
  }));
  await insertRegistros(sql, contaId, atos);
}
