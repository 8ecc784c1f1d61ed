import { type Acao, isAcao, type ParsedParamsOf, REGISTRO_TEXTOS } from "@malote/contract";
import { Refusal } from "../../errors.ts";

export type RegistroFiltro = NonNullable<
  NonNullable<ParsedParamsOf<"Registro.getListRegistro">["searchFilter"]>
>;

/** @throws {Refusal} periodoInvertido */
export function checkFiltro({ quandoDe, quandoAte }: RegistroFiltro): void {
  if (quandoDe === undefined || quandoAte === undefined || quandoDe <= quandoAte) return;
  throw new Refusal("periodoInvertido", { campo: "searchFilter.quandoAte" });
}

/** The sentence of an act; its code if a newer version wrote it. */
export function textoOf(acao: string): string {
  return isAcao(acao) ? REGISTRO_TEXTOS[acao] : acao;
}

/** The acts whose sentence contains a text: the database stores only codes. */
export function acoesOfTexto(texto: string): Acao[] {
  const wanted = fold(texto.trim());
  return Object.entries(REGISTRO_TEXTOS).flatMap(([acao, sentence]) =>
    isAcao(acao) && fold(sentence).includes(wanted) ? [acao] : [],
  );
}

function fold(texto: string): string {
  return texto.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
