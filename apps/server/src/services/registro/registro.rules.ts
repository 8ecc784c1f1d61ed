import { isRegistroAction, type ParsedParamsOf, REGISTRO_TEXTS, type RegistroAction } from "@malote/contract";
import { Refusal } from "../../errors.ts";

export type RegistroFilter = NonNullable<
  NonNullable<ParsedParamsOf<"Registro.getListRegistro">["searchFilter"]>
>;

/** @throws {Refusal} periodoInvertido */
export function checkFilter({ quandoDe, quandoAte }: RegistroFilter): void {
  if (quandoDe === undefined || quandoAte === undefined || quandoDe <= quandoAte) return;
  throw new Refusal("periodoInvertido", { campo: "searchFilter.quandoAte" });
}

/** The sentence of an act; its code if a newer version wrote it. */
export function sentenceOf(acao: string): string {
  return isRegistroAction(acao) ? REGISTRO_TEXTS[acao] : acao;
}

/** The acts whose sentence contains a text: the database stores only codes. */
export function actionsOfText(text: string): RegistroAction[] {
  const wanted = fold(text.trim());
  return Object.entries(REGISTRO_TEXTS).flatMap(([acao, sentence]) =>
    isRegistroAction(acao) && fold(sentence).includes(wanted) ? [acao] : [],
  );
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
