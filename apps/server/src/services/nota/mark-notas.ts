import type { MensagemKey } from "@malote/contract";
import { cleanDocumento } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { publish } from "../feed/publica.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { findNotasMinimas, type NotaMinima } from "../operacao/operacao.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { type Marca, updateMarcas } from "./nota-marca.rows.ts";

/** Flag names, as the registro writes them. */
const NOMES: Readonly<Record<Marca, string>> = {
  processadoErp: "processado no ERP",
  recebido: "recebido",
  conferido: "conferido",
};

/** One document to flag, by id or by chave; of two views of a chave, the received one. */
export type AMarcar = { id?: string | undefined; chave?: string | undefined; valor: boolean };

/** Result of one item. recusa: why it was refused; null if the flag has the requested value now. */
export type Marcada = {
  nota: Pick<NotaMinima, "id" | "chave"> | null;
  valor: boolean;
  recusa: MensagemKey | null;
};

/** Sets a flag on each document, with user and time. An unchanged flag succeeds and is not published. */
export async function markNotas(
  ctx: SignedInContext,
  { marca, itens }: { marca: Marca; itens: readonly AMarcar[] },
): Promise<Marcada[]> {
  const { contaId } = ctx.caller;
  return await ctx.database.withContaSql(contaId, async (sql) => {
    // Ingestion takes these locks too, so the rows do not change until the commit.
    await lockChaves(
      sql,
      contaId,
      (await findNotas(sql, contaId, itens)).map(({ chave }) => chave),
    );
    const judged = judge(itens, toFind(await findNotas(sql, contaId, itens)));
    const boas = judged.flatMap(({ nota, valor, recusa }) =>
      nota && recusa === null ? [{ id: nota.id, valor }] : [],
    );
    await keepMarcas(ctx, sql, { marca, boas });
    return judged;
  });
}

type Find = (item: AMarcar) => NotaMinima | null;

async function findNotas(sql: Sql, contaId: string, itens: readonly AMarcar[]): Promise<NotaMinima[]> {
  const ids = itens.flatMap(({ id }) => id ?? []);
  const chaves = itens.flatMap(({ chave }) => (chave === undefined ? [] : [cleanDocumento(chave)]));
  return await findNotasMinimas(sql, contaId, { ids, chaves });
}

function toFind(notas: readonly NotaMinima[]): Find {
  const byId = new Map(notas.map((nota) => [nota.id, nota]));
  // The received view comes first; in reverse order it is set last and replaces the other.
  const byChave = new Map(notas.toReversed().map((nota) => [nota.chave, nota]));
  return ({ id, chave }) =>
    (id === undefined ? byChave.get(cleanDocumento(chave ?? "")) : byId.get(id)) ?? null;
}

/** Refuses the second of two items that give one document different values. */
function judge(itens: readonly AMarcar[], find: Find): Marcada[] {
  const seen = new Map<string, boolean>();
  return itens.map((item): Marcada => {
    const { valor } = item;
    const nota = find(item);
    if (nota === null) return { nota, valor, recusa: "notaNaoEncontrada" };
    if (nota.quarentena) return { nota, valor, recusa: "notaEmQuarentena" };
    if ((seen.get(nota.id) ?? valor) !== valor) return { nota, valor, recusa: "restItemRepetido" };
    seen.set(nota.id, valor);
    return { nota, valor, recusa: null };
  });
}

type AGuardar = { marca: Marca; boas: readonly { id: string; valor: boolean }[] };

async function keepMarcas(ctx: SignedInContext, sql: Sql, { marca, boas }: AGuardar): Promise<void> {
  const { contaId, usuarioId, nome: usuario } = ctx.caller;
  const agora = ctx.clock.now();
  const changed = new Map<string, boolean>();
  for (const valor of [true, false]) {
    const ids = boas.filter((each) => each.valor === valor).map(({ id }) => id);
    const rows =
      ids.length === 0 ? [] : await updateMarcas(sql, contaId, { ids, marca, valor, por: usuario, agora });
    for (const { id, isPublic } of rows) changed.set(id, isPublic);
  }
  const mudadas = boas.filter(({ id }) => changed.has(id));
  const registros = mudadas.map(({ id: alvo, valor }) => {
    const detalhe = `${NOMES[marca]}: ${valor ? "sim" : "não"}`;
    return { quando: agora, usuarioId, usuario, acao: "marcar" as const, alvo, detalhe };
  });
  await insertRegistros(sql, contaId, registros);
  const feed = mudadas
    .filter(({ id }) => changed.get(id))
    .map(({ id }) => ({ tipo: "marca" as const, notaId: id }));
  await publish(sql, contaId, { agora, feed });
}
