import type { ParsedParamsOf } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { isPublished } from "../documento/documento.rules.ts";
import { publish } from "../feed/publica.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { hasConsulta, toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { readMotivoLiberacao, refuseLiberacao } from "./nota.rules.ts";
import { findVisoes } from "./nota-ingest.rows.ts";
import { findChave, releaseNota } from "./nota-quarentena.rows.ts";

/**
 * Releases a view from quarantine: it then counts, is published and may be flagged, until an intact copy
 * replaces it or SEFAZ reports that it authorized another content.
 * @throws {Refusal} if the length of the reason is wrong, or the view may not be released
 */
export async function liberarQuarentena(
  ctx: SignedInContext,
  { id, motivo: texto }: ParsedParamsOf<"Nota.liberarQuarentena">,
): Promise<void> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const motivo = readMotivoLiberacao(texto);
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    const chave = await findChave(sql, contaId, id);
    if (chave === null) throw new Refusal("notaNaoEncontrada");
    await lockChaves(sql, contaId, [chave]);
    const visao = (await findVisoes(sql, contaId, [chave])).find((each) => each.id === id);
    if (visao === undefined) throw new Refusal("notaNaoEncontrada");
    refuseLiberacao(visao);
    await releaseNota(sql, contaId, { id, por: nome, motivo, agora });
    const acao = "liberar-quarentena";
    await insertRegistros(sql, contaId, [
      { quando: agora, usuarioId, usuario: nome, acao, alvo: id, detalhe: motivo },
    ]);
    if (!isPublished({ ...visao, quarentena: false })) return;
    if (hasConsulta(chave)) await planTarefas(sql, contaId, [toValidate(chave, { venceEm: agora })]);
    await publish(sql, contaId, { agora, feed: [{ tipo: "nota", notaId: id }] });
  });
  ctx.wake?.();
}
