import { MARCA_NAO_CONFERIDA } from "../folha/conferencia.ts";
import { drawMarcaDagua } from "../folha/marcas.ts";
import type { Situacao } from "../impressao.ts";
import type { Pagina } from "../pdf/pagina.ts";

/** What stands across the page of a document that proves nothing, in the order of what matters most. */
export function marcaOf({
  situacao,
  ambiente,
}: {
  situacao?: Situacao;
  ambiente: string | null;
}): string | null {
  if (situacao === "nao-conferida") return MARCA_NAO_CONFERIDA;
  if (situacao === "cancelada") return "CANCELADA";
  if (situacao === "denegada") return "DENEGADA";
  return ambiente === "2" ? "SEM VALOR FISCAL" : null;
}

export function drawMarca(pagina: Pagina, marca: string | null): void {
  if (marca !== null) drawMarcaDagua(pagina, marca);
}
