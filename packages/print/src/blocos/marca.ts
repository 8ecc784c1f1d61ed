import {
  MARCA_CANCELAMENTO_INFORMADO,
  MARCA_NAO_CONFERIDA,
  MARCA_SEM_AUTORIZACAO,
} from "../folha/conferencia.ts";
import { drawMarcaDagua } from "../folha/marcas.ts";
import type { Situacao } from "../impressao.ts";
import type { Pagina } from "../pdf/pagina.ts";
import { isSemAutorizacao, type Veredito } from "./resposta.ts";

/** The watermark of a document without legal value; the most important one wins. */
export function marcaOf({
  situacao,
  ambiente,
  veredito,
}: {
  situacao?: Situacao;
  ambiente: string | null;
  /** The verdict on SEFAZ's response; null if the document is valid without one. */
  veredito: Veredito | null;
}): string | null {
  if (situacao === "nao-conferida") return MARCA_NAO_CONFERIDA;
  if (situacao === "cancelada" || veredito === "cancelada") return "CANCELADA";
  if (situacao === "cancelamento-informado") return MARCA_CANCELAMENTO_INFORMADO;
  if (situacao === "denegada" || veredito === "denegada") return "DENEGADA";
  if (veredito !== null && isSemAutorizacao(veredito)) return MARCA_SEM_AUTORIZACAO;
  return ambiente === "2" ? "SEM VALOR FISCAL" : null;
}

export function drawMarca(pagina: Pagina, marca: string | null): void {
  if (marca !== null) drawMarcaDagua(pagina, marca);
}
