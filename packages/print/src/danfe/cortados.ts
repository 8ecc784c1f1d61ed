import { isCortado, shareLargura } from "../folha/caixa.ts";
import { findCortadas } from "./celulas.ts";
import { joinWith, writeRotulado } from "./formatos.ts";
import type { Quadro } from "./quadros.ts";
import type { Cobranca } from "./quadros-valores.ts";

/** What the boxes of some blocks have no room for even in their smallest type: a paragraph for each, with the whole of it.
 * @param largura of a block, and @param altura of one of its rows, in millimetres */
export function cortadosOf(
  quadros: readonly (Quadro | Cobranca)[],
  largura: number,
  altura: number,
): string[] {
  return quadros.flatMap((quadro) => {
    const campos = quadro.faixas.flatMap((faixa) => {
      const larguras = shareLargura(largura, faixa);
      return faixa.filter((campo, at) => isCortado(campo, { largura: larguras[at] ?? 0, altura }));
    });
    const celulas = "celulas" in quadro ? findCortadas(quadro.celulas, largura) : [];
    return [
      ...campos.map(({ titulo, texto }) => writeRotulado(joinWith(" - ", [quadro.titulo, titulo]), texto)),
      ...celulas.map((celula) => writeRotulado(quadro.titulo ?? "", celula)),
    ];
  });
}
