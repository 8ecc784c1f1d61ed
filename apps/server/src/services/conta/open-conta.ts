import { CONVITE_MS } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { type Db, newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import {
  anonymizeOutgoingEmails,
  planOutgoingEmailWithToken,
} from "../outgoing-email/outgoing-email.rows.ts";
import type { UseLimit } from "../rate-limit/count-use.ts";
import { countUseInTransaction } from "../rate-limit/count-use.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { createLinkToken, type NewLinkToken } from "../usuario/link-token.rows.ts";
import { normalizeUserName } from "../usuario/usuario.rules.ts";
import { eraseUsuario, insertUsuario } from "../usuario/usuario-profile.rows.ts";
import { insertConta, isIdentificadorInUse, releaseIdentificador } from "./conta.rows.ts";
import { type ContaProfile, normalizeProfile } from "./conta.rules.ts";

/**
 * A conta to create and its owner. abertaPor: name of the operator who creates it, if not the owner;
 * comCarta: also e-mail the link; emailLimit: limit of such e-mails to that address.
 */
export type NewConta = {
  conta: ContaProfile;
  email: string;
  nomeUsuario: string;
  nomeCompleto: string;
  abertaPor: string | null;
  comCarta: boolean;
  emailLimit?: UseLimit;
};

/** token: of the link to choose a password; otherwise stored only as a hash. */
export type OpenedConta = { contaId: string; token: string; expiraEm: Date };

type OpenContaContext = Pick<AppContext, "database" | "clock" | "secretBox" | "log">;

/**
 * Creates a conta, its owner without a password, and the e-mail with the link to choose one, in one
 * transaction. First releases the name of a conta whose owner never signed in and whose links expired.
 * @throws {Refusal} identificadorEmUso, or that of the limit
 */
export async function openConta(ctx: OpenContaContext, newConta: NewConta): Promise<OpenedConta> {
  const conta = normalizeProfile(newConta.conta);
  const now = ctx.clock.now();
  await releaseAbandoned(ctx, { identificador: conta.identificador, now });
  const contaId = newId();
  try {
    return await ctx.database.withConta(contaId, async (db) => {
      await insertConta(db, contaId, { conta, now });
      const { link, usuarioId } = await inviteOwner(ctx, { db, contaId, now }, newConta);
      const usuario = newConta.abertaPor ?? newConta.nomeCompleto.trim();
      const author = { usuarioId: newConta.abertaPor === null ? usuarioId : null, usuario };
      const detalhe = `${conta.identificador} (${conta.uf})`;
      await insertRegistros(db, contaId, [
        { ...author, quando: now, acao: "criar-conta", alvo: contaId, detalhe },
      ]);
      return { contaId, token: link.token, expiraEm: link.expiraEm };
    });
  } catch (error) {
    if (isIdentificadorInUse(error))
      throw new Refusal("identificadorEmUso", { campo: "conta.identificador" });
    throw error;
  }
}

type OpenContaStep = { db: Db; contaId: string; now: Date };

async function inviteOwner(
  { secretBox }: OpenContaContext,
  { db, contaId, now }: OpenContaStep,
  newConta: NewConta,
): Promise<{ usuarioId: string; link: NewLinkToken }> {
  const nomeCompleto = newConta.nomeCompleto.trim();
  const nome = nomeCompleto.split(/\s+/)[0] ?? nomeCompleto;
  const nomeUsuario = normalizeUserName(newConta.nomeUsuario);
  const email = newConta.email.trim();
  const usuarioId = await insertUsuario(db, contaId, {
    ...{ nome, nomeUsuario, nomeCompleto, email, color: null, ativo: true, empresas: null },
    ...{ administrador: true, permissaoManifestacao: true, proprietarioConta: true, now },
  });
  const link = await createLinkToken(db, contaId, { usuarioId, tipo: "convite", now });
  if (newConta.comCarta) {
    // Inside the transaction, so that a refused request does not count.
    if (newConta.emailLimit) await countUseInTransaction(db, { ...newConta.emailLimit, now });
    const { id, token, expiraEm } = link;
    const dados = { usuarioId, nome, nomeUsuario, expiraEm, token };
    const carta = { modelo: "conta-nova", ocasiao: `convite ${id}`, para: email, dados, now } as const;
    await planOutgoingEmailWithToken(db, contaId, { ...carta, secretBox });
  }
  return { usuarioId, link };
}

// In a separate transaction: releasing an abandoned name is harmless even if the rest fails.
async function releaseAbandoned(
  { database, log }: OpenContaContext,
  { identificador, now }: { identificador: string; now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - CONVITE_MS);
  const contaId = await database.gatekeeper.findAbandonedConta({ identificador, antes: before, now });
  if (contaId === null) return;
  await database.withConta(contaId, async (db) => {
    for (const id of (await releaseIdentificador(db, contaId)) ?? []) {
      await anonymizeOutgoingEmails(db, contaId, id);
      await eraseUsuario(db, contaId, { id, now });
    }
  });
  log.info({ contaId }, "o identificador de uma conta não confirmada foi liberado");
}
