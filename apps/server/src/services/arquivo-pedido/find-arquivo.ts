import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import type { Download } from "../download.ts";
import type { Caller } from "../handler.ts";
import { type ArquivoPedidoRow, findPedido } from "./arquivo-pedido.rows.ts";
import { type ArquivoTipo, estadoOf } from "./arquivo-pedido.rules.ts";

const AUSENTE: Readonly<Record<ArquivoTipo, MensagemKey>> = {
  exportacao: "exportacaoNaoEncontrada",
  repositorio: "repositorioNaoEncontrado",
};

const TIPO_MIME: Readonly<Record<ArquivoPedidoRow["formato"], string>> = {
  CSV: "text/csv; charset=utf-8",
  PDF: "application/pdf",
  XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ZIP: "application/zip",
};

/**
 * The requested file, which any user of the conta may download.
 * @throws {Refusal} exportacaoNaoEncontrada, repositorioNaoEncontrado, arquivoExpirado, arquivoEmPreparo,
 * erroProcessandoRequisicao
 */
export async function readArquivoPedidoFile(
  { database, blobs, ausentes, clock }: AppContext,
  { contaId }: Caller,
  um: { id: string; tipo: ArquivoTipo },
): Promise<Download> {
  const row = await database.withContaSql(contaId, (sql) => findPedido(sql, contaId, um));
  if (row === null) throw new Refusal(AUSENTE[um.tipo]);
  const estado = estadoOf(row, clock.now());
  if (estado === "expirado") throw new Refusal("arquivoExpirado");
  if (estado === "falhou") throw new Refusal("erroProcessandoRequisicao");
  const { nome, sha256, formato } = row;
  if (estado !== "concluido" || nome === null || sha256 === null) throw new Refusal("arquivoEmPreparo");
  const blob = await blobs.open(contaId, sha256);
  if (blob === null) throw ausentes.note({ contaId, sha256, whose: `${um.tipo} ${um.id}` });
  return { nome, tipo: TIPO_MIME[formato], blob, sha256 };
}
