import { FEED_LIMIT } from "@malote/contract";
import { nameOfEvento } from "../../../services/evento/evento.rules.ts";
import { readCursor } from "../../../services/feed/cursor.rules.ts";
import type { FeedChange } from "../../../services/feed/feed-changes.rows.ts";
import { readFeedChanges } from "../../../services/feed/read-feed.ts";
import { writeNotaRow } from "../../../services/nota/nota.wire.ts";
import type { RestHandlers } from "../rest-handler.ts";
import { writePage } from "./notas.ts";

export const eventoRoutes = {
  "GET /eventos": async (ctx, { query: { cursor, limit, tipoEvento } }) => {
    const depois = readCursor(ctx.caller, cursor);
    const page = await readFeedChanges(ctx, {
      depois,
      leitor: ctx.caller,
      limite: limit ?? FEED_LIMIT,
      tipos: tipoEvento,
    });
    return {
      corpo: {
        itens: page.itens.map((change) => writeChange(change, ctx.clock.now())),
        page: writePage(ctx.caller, page),
      },
    };
  },
} satisfies Partial<RestHandlers>;

/** One feed row. A document that may not be shown now has only its id and chave. */
function writeChange(change: FeedChange, now: Date) {
  const { sequencia, tipo, publicadaEm, notaId, chave, nota, evento } = change;
  const isShown = !nota.quarentena && !nota.terceiros;
  return {
    sequencia,
    tipo,
    criadoEm: publicadaEm,
    notaId,
    chaveAcesso: chave,
    nota: isShown ? writeNotaRow(nota, now) : null,
    evento: evento && {
      ...evento,
      descEvento: nameOfEvento({ ...evento, chave }),
      autor: evento.autor || null,
    },
  };
}
