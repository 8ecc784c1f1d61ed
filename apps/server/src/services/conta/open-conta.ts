import { CONVITE_MS } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { newId, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { forgetEnvios, planEnvioComToken } from "../envio/envio.rows.ts";
import type { Limite } from "../limite/count-uso.ts";
import { countUsoFeito } from "../limite/count-uso.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { createUsuarioToken, type TokenNovo } from "../usuario/token.rows.ts";
import { normalizeNome } from "../usuario/usuario.rules.ts";
import { eraseUsuario, insertUsuario } from "../usuario/usuario-cadastro.rows.ts";
import { insertConta, isIdentificadorEmUso, releaseIdentificador } from "./conta.rows.ts";
import { type Cadastro, normalizeCadastro } from "./conta.rules.ts";

/**
 * A conta to create and its owner. abertaPor: name of the operator who creates it, if not the owner;
 * comCarta: also e-mail the link; limiteDaCarta: limit of such e-mails to that address.
 */
export type ContaNova = {
  conta: Cadastro;
  email: string;
  nomeUsuario: string;
  nomeCompleto: string;
  abertaPor: string | null;
  comCarta: boolean;
  limiteDaCarta?: Limite;
};

/** token: of the link to choose a password; otherwise stored only as a hash. */
export type ContaAberta = { contaId: string; token: string; expiraEm: Date };

type Contexto = Pick<AppContext, "database" | "clock" | "cofre" | "log">;

/**
 * Creates a conta, its owner without a password, and the e-mail with the link to choose one, in one
 * transaction. First releases the name of a conta whose owner never signed in and whose links expired.
 * @throws {Refusal} identificadorEmUso, or that of the limit
 */
export async function openConta(ctx: Contexto, nova: ContaNova): Promise<ContaAberta> {
  const conta = normalizeCadastro(nova.conta);
  const agora = ctx.clock.now();
  await releaseAbandonada(ctx, { identificador: conta.identificador, agora });
  const contaId = newId();
  try {
    return await ctx.database.withContaSql(contaId, async (sql) => {
      await insertConta(sql, contaId, { conta, agora });
      const { link, usuarioId } = await inviteDono(ctx, { sql, contaId, agora }, nova);
      const usuario = nova.abertaPor ?? nova.nomeCompleto.trim();
      const quem = { usuarioId: nova.abertaPor === null ? usuarioId : null, usuario };
      const detalhe = `${conta.identificador} (${conta.uf})`;
      await insertRegistros(sql, contaId, [
        { ...quem, quando: agora, acao: "criar-conta", alvo: contaId, detalhe },
      ]);
      return { contaId, token: link.token, expiraEm: link.expiraEm };
    });
  } catch (error) {
    if (isIdentificadorEmUso(error))
      throw new Refusal("identificadorEmUso", { campo: "conta.identificador" });
    throw error;
  }
}

type Turno = { sql: Sql; contaId: string; agora: Date };

async function inviteDono(
  { cofre }: Contexto,
  { sql, contaId, agora }: Turno,
  nova: ContaNova,
): Promise<{ usuarioId: string; link: TokenNovo }> {
  const nomeCompleto = nova.nomeCompleto.trim();
  const nome = nomeCompleto.split(/\s+/)[0] ?? nomeCompleto;
  const nomeUsuario = normalizeNome(nova.nomeUsuario);
  const email = nova.email.trim();
  const usuarioId = await insertUsuario(sql, contaId, {
    ...{ nome, nomeUsuario, nomeCompleto, email, color: null, ativo: true, empresas: null },
    ...{ administrador: true, permissaoManifestacao: true, proprietarioConta: true, agora },
  });
  const link = await createUsuarioToken(sql, contaId, { usuarioId, tipo: "convite", agora });
  if (nova.comCarta) {
    // Inside the transaction, so that a refused request does not count.
    if (nova.limiteDaCarta) await countUsoFeito(sql, { ...nova.limiteDaCarta, agora });
    const { id, token, expiraEm } = link;
    const dados = { usuarioId, nome, nomeUsuario, expiraEm, token };
    const carta = { modelo: "conta-nova", ocasiao: `convite ${id}`, para: email, dados, agora } as const;
    await planEnvioComToken(sql, contaId, { ...carta, cofre });
  }
  return { usuarioId, link };
}

// In a separate transaction: releasing an abandoned name is harmless even if the rest fails.
async function releaseAbandonada(
  { database, log }: Contexto,
  { identificador, agora }: { identificador: string; agora: Date },
): Promise<void> {
  const antes = new Date(agora.getTime() - CONVITE_MS);
  const contaId = await database.portaria.findAbandonada({ identificador, antes, agora });
  if (contaId === null) return;
  await database.withContaSql(contaId, async (sql) => {
    for (const id of (await releaseIdentificador(sql, contaId)) ?? []) {
      await forgetEnvios(sql, contaId, id);
      await eraseUsuario(sql, contaId, { id, agora });
    }
  });
  log.info({ contaId }, "o identificador de uma conta não confirmada foi liberado");
}
