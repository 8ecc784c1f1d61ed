import type { ParsedParamsOf } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { findRequestImpediment, stateOf } from "./missing-xml.rules.ts";
import { groupByEmail, lockMissing } from "./request-xml.ts";
import { deleteOutsideRequests, insertXmlRequest } from "./xml-request.rows.ts";

/**
 * Marks documents as asked outside Malote, if no user asked for them, or removes those marks.
 * @throws {Refusal} xmlJaChegou, if none of them is missing
 */
export async function setOutsideRequest(
  ctx: SignedInContext,
  { ids, pedido }: ParsedParamsOf<"PedidoXml.setPedidoPorFora">,
): Promise<void> {
  const { contaId, usuarioId, nome: usuario } = ctx.caller;
  const now = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    const missing = [...(await lockMissing(db, contaId, { ids, now })).values()];
    if (missing.length === 0) throw new Refusal("xmlJaChegou");
    const [alvo = ""] = missing.map(({ id }) => id);
    if (!pedido) {
      const chaves = missing.map(({ chave }) => chave);
      const removed = await deleteOutsideRequests(db, contaId, chaves);
      if (removed > 0)
        await registerAct(ctx, db, { acao: "desfazer-pedido-xml", alvo, detalhe: String(removed) });
      return;
    }
    const open = missing.filter(
      (each) => stateOf(each) === "faltando" && findRequestImpediment(each) === null,
    );
    for (const group of groupByEmail(open)) {
      const [{ empresaId = null, cnpjEmitente = "" } = {}] = group;
      if (empresaId === null) continue;
      await insertXmlRequest(db, contaId, {
        ...{ empresaId, cnpjEmitente, para: null, usuarioId, usuario, pedidoEm: now, lembrarEm: null },
        chaves: group.map(({ chave }) => chave),
      });
    }
    if (open.length > 0) {
      await registerAct(ctx, db, { acao: "pedir-xml-por-fora", alvo, detalhe: String(open.length) });
    }
  });
}
