import { formatInteger } from "@malote/syntax";
import type { LoteAct, LoteCount } from "../../../rpc/documents/lotes.ts";
import { loteTexts } from "../../../texts/lists/lotes.ts";
import { manifestacaoTexts } from "../../../texts/nota/manifestacao.ts";
import type { FlagName } from "../flags/flag-state.ts";
import { CHOICES, type Choice } from "../manifestacao/manifestacao-choice.ts";

const { antes: texts } = loteTexts;

/** The marks by their names on the wire. */
const MARKS = { processado: "processadoErp", recebido: "recebido", conferido: "conferido" } as const;

/** What a dialog of many documents is about. */
export type BatchSubject = FlagName | "manifestacao";

/** One option: how many documents accept it, and why the others do not. act: null = it asks for a reason. */
export type BatchOption = {
  key: string;
  title: string;
  meaning: string;
  accept: number;
  reasons: readonly string[];
  submit: string;
  status: Choice | null;
  act: LoteAct;
};

/** The options of a subject, with the counts of the server. */
export function optionsOf(subject: BatchSubject, count: LoteCount): BatchOption[] {
  return subject === "manifestacao" ? sefazOptions(count) : markOptions(subject, count);
}

function sefazOptions({ manifestacoes }: LoteCount): BatchOption[] {
  return CHOICES.map((status): BatchOption => {
    const found = manifestacoes.find((option) => option.status === status);
    const accept = found?.aceitam ?? 0;
    return {
      ...{ key: String(status), status, accept },
      title: manifestacaoTexts.status[status],
      meaning: manifestacaoTexts.significa[status],
      reasons: (found?.motivos ?? []).map(({ mensagem, quantidade }) =>
        texts.motivo(formatInteger(quantidade), mensagem),
      ),
      submit: texts.enviarSefaz(formatInteger(accept)),
      act: { novoStatus: status, justificativa: null },
    };
  });
}

function markOptions(flag: FlagName, { marcas, quarentena }: LoteCount): BatchOption[] {
  const marca = MARKS[flag];
  const { marcados = 0, semMarca = 0 } = marcas.find((each) => each.marca === marca) ?? {};
  const word = texts.marca[marca];
  const left = quarentena > 0 ? [texts.quarentena(formatInteger(quarentena))] : [];
  return [
    {
      ...{ key: "sim", status: null, accept: semMarca, title: texts.por(word), meaning: texts.porTexto },
      reasons: [...(marcados > 0 ? [texts.jaMarcados(formatInteger(marcados))] : []), ...left],
      submit: texts.enviarMarca(formatInteger(semMarca)),
      act: { marca, valor: true },
    },
    {
      ...{ key: "nao", status: null, accept: marcados, title: texts.tirar(word), meaning: texts.tirarTexto },
      reasons: [...(semMarca > 0 ? [texts.naoMarcados(formatInteger(semMarca))] : []), ...left],
      submit: texts.tirarMarca(formatInteger(marcados)),
      act: { marca, valor: false },
    },
  ];
}
