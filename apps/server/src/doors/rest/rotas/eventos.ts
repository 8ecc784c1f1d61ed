import { FEED_LIMIT } from "@malote/contract";
import { nomeOfEvento } from "../../../services/evento/evento.rules.ts";
import { readCursor } from "../../../services/feed/cursor.rules.ts";
import type { MudancaDoFeed } from "../../../services/feed/feed-mudancas.rows.ts";
import { readMudancas } from "../../../services/feed/read-feed.ts";
import { writeNotaLinha } from "../../../services/nota/nota.wire.ts";
import type { RestHandlers } from "../rest-handler.ts";
import { writePage } from "./notas.ts";

export const eventosRotas = {
  "GET /eventos": async (ctx, { query: { cursor, limit, tipoEvento } }) => {
    const depois = readCursor(ctx.caller, cursor);
    const pagina = await readMudancas(ctx, {
      depois,
      leitor: ctx.caller,
      limite: limit ?? FEED_LIMIT,
      tipos: tipoEvento,
    });
    return {
      corpo: {
        itens: pagina.itens.map((mudanca) => writeMudanca(mudanca, ctx.clock.now())),
        page: writePage(ctx.caller, pagina),
      },
    };
  },
} satisfies Partial<RestHandlers>;

/** One feed row. A document that may not be shown now has only its id and chave. */
function writeMudanca(mudanca: MudancaDoFeed, agora: Date) {
  const { sequencia, tipo, publicadaEm, notaId, chave, nota, evento } = mudanca;
  const isShown = !nota.quarentena && !nota.terceiros;
  return {
    sequencia,
    tipo,
    criadoEm: publicadaEm,
    notaId,
    chaveAcesso: chave,
    nota: isShown ? writeNotaLinha(nota, agora) : null,
    evento: evento && {
      ...evento,
      descEvento: nomeOfEvento({ ...evento, chave }),
      autor: evento.autor || null,
    },
  };
}
