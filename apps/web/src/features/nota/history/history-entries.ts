import { type Day, dayInZone, formatDateTime } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { flagSentences as flagTexts } from "../../../texts/lists/flags.ts";
import { cStatWords, vereditoLabels } from "../../../texts/names/statuses.ts";
import { historyTexts as texts } from "../../../texts/nota/history.ts";
import { consultaTexts, manifestacaoTexts } from "../../../texts/nota/manifestacao.ts";
import { isReleased, statusWord } from "../../../ui/documento/documento-status.ts";
import { type FlagName, flagStateOf } from "../flags/flag-state.ts";
import { isHeldByUser } from "../quarentena/release-rules.ts";

/** Source of an entry, which selects its icon. */
export type EntrySource = "emitente" | "correio" | "malote" | "sefaz" | "pessoa" | "depois";

/** One entry of the history: when, what, by whom. */
export type HistoryEntry = {
  quando: Date;
  origem: EntrySource;
  titulo: string;
  quem?: string | null;
  texto?: string | null;
  tom?: "aviso" | "ruim";
  link?: { to: string; rotulo: string };
};

/** The entries of one day. */
export type HistoryDay = { dia: Day; acontecimentos: HistoryEntry[] };

/**
 * All entries by day, from the emissão to the next check. Entries of one instant keep the order of
 * processing.
 */
export function historyOf(nota: Nota, timeZone: string): HistoryDay[] {
  const all = [
    ...emissaoEntries(nota),
    ...arrivalEntries(nota),
    ...processingEntries(nota),
    ...consultaEntries(nota, timeZone),
    ...manifestacaoEntries(nota),
    ...eventoEntries(nota),
    ...flagEntries(nota),
    ...nextCheckEntries(nota),
  ].sort((a, b) => a.quando.getTime() - b.quando.getTime());
  const days: HistoryDay[] = [];
  for (const each of all) {
    const day = dayInZone(each.quando, timeZone);
    const last = days.at(-1);
    if (last?.dia === day) last.acontecimentos.push(each);
    else days.push({ dia: day, acontecimentos: [each] });
  }
  return days;
}

function emissaoEntries(nota: Nota): HistoryEntry[] {
  const { dataEmissao, nomeEmitente, nfeProtocoloData, nfeProtocolo, nfeStatus } = nota;
  return [
    ...entryAt(dataEmissao, { origem: "emitente", titulo: texts.emitida, quem: nomeEmitente }),
    ...entryAt(nfeStatus === null ? null : nfeProtocoloData, {
      origem: "sefaz",
      titulo: texts.protocolo(statusWord(nfeStatus)),
      texto: nfeProtocolo && texts.numeroProtocolo(nfeProtocolo),
    }),
  ];
}

function arrivalEntries({ origens }: Nota): HistoryEntry[] {
  const first = Math.min(
    ...origens.map(({ recebidaEm }) => recebidaEm?.getTime() ?? Number.POSITIVE_INFINITY),
  );
  return origens.flatMap(({ recebidaEm, importado, assunto, remetente, emailId }) => {
    const title = recebidaEm?.getTime() === first ? texts.email : texts.copia;
    return entryAt(recebidaEm, {
      origem: "correio",
      titulo: importado ? texts.importada : title,
      quem: remetente || null,
      texto: assunto,
      link: importado
        ? { to: "/importacao", rotulo: texts.verImportacao }
        : { to: `/email/${emailId}`, rotulo: texts.verEmail },
    });
  });
}

/** Extraction and verdict on arrival, and the release by an administrator. */
function processingEntries(nota: Nota): HistoryEntry[] {
  const { criadoEm, quarentena, veredito, origens } = nota;
  const wasHeld = (quarentena && !isHeldByUser(nota)) || isReleased(nota);
  const file = origens.find(({ destino }) => destino === "nota")?.nome ?? null;
  return [
    ...entryAt(criadoEm, { origem: "malote", titulo: texts.extraida, texto: file }),
    ...entryAt(criadoEm, {
      origem: "malote",
      titulo: texts.conferida(vereditoLabels[veredito]),
      ...(wasHeld ? { tom: "aviso" as const } : {}),
    }),
    ...entryAt(wasHeld ? criadoEm : null, {
      origem: "malote",
      titulo: texts.quarentena,
      texto: texts.quarentenaTexto,
      tom: "aviso",
    }),
    ...quarantineEntries(nota),
  ];
}

/** Every release and every return; before the server named them, only the last release. */
function quarantineEntries(nota: Nota): HistoryEntry[] {
  const { atosQuarentena, quarentenaLiberadaEm, quarentenaLiberadaPor, quarentenaMotivo } = nota;
  if (atosQuarentena === undefined || atosQuarentena.length === 0) {
    return entryAt(quarentenaLiberadaEm, {
      origem: "pessoa",
      titulo: texts.liberada,
      quem: quarentenaLiberadaPor,
      texto: quarentenaMotivo,
    });
  }
  return atosQuarentena.flatMap(({ acao, quem, quando, motivo }) =>
    entryAt(quando, {
      origem: acao === "retomou" ? "sefaz" : "pessoa",
      titulo: texts.atos[acao],
      quem,
      texto: motivo,
      ...(acao === "liberou" ? {} : { tom: "aviso" as const }),
    }),
  );
}

type Consulta = Nota["consultas"][number];

/**
 * The consultas; consecutive ones with equal answers become one entry. The sending of an evento is
 * omitted, since the evento has its own entry.
 */
function consultaEntries({ consultas }: Nota, timeZone: string): HistoryEntry[] {
  const groups: Consulta[][] = [];
  for (const consulta of consultas.toReversed()) {
    if (consulta.servico === "evento" || consulta.quando === null) continue;
    const last = groups.at(-1);
    if (last?.[0] && isSameAnswer(last[0], consulta)) last.push(consulta);
    else groups.push([consulta]);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    const last = group.at(-1)?.quando;
    if (first === undefined || !last) return [];
    const times = group.length > 1 ? texts.vezes(group.length, formatDateTime(last, timeZone)) : null;
    return entryAt(first.quando, {
      origem: "sefaz",
      titulo: first.cStat === null ? texts.semResposta : texts.consultada(answerTextOf(first)),
      quem: first.quem ?? consultaTexts.origens[first.origem],
      texto: [first.falha, times].filter(Boolean).join(" · ") || null,
      ...(first.cStat === null ? { tom: "aviso" as const } : {}),
    });
  });
}

function isSameAnswer(a: Consulta, b: Consulta): boolean {
  return a.cStat === b.cStat && a.quem === b.quem && a.origem === b.origem && a.falha === b.falha;
}

/** A known status with Malote's name, an unknown one with SEFAZ's text. */
function answerTextOf({ cStat, xMotivo }: Consulta): string {
  const known = cStatWords[cStat ?? ""];
  return `${cStat} ${known ?? (xMotivo || statusWord(cStat))}`;
}

function manifestacaoEntries({ manifestacoes, listEventos }: Nota): HistoryEntry[] {
  const protocolosWithEvento = new Set(listEventos.map(({ protocolo }) => protocolo));
  return manifestacoes.flatMap((pedida) => {
    const { estado, mensagem, protocolo } = pedida;
    const statusText = manifestacaoTexts.status[pedida.status];
    const end =
      estado === "pendente" || (estado === "registrada" && protocolosWithEvento.has(protocolo))
        ? null
        : estado;
    return [
      ...entryAt(pedida.pedidaEm, {
        origem: "pessoa",
        titulo: texts.pedida(statusText),
        quem: pedida.quem ?? manifestacaoTexts.automatica,
        texto: pedida.justificativa,
      }),
      ...(end === null
        ? []
        : entryAt(pedida.registradaEm ?? pedida.pedidaEm, {
            origem: "sefaz",
            titulo: texts[end](statusText),
            texto: mensagem,
            ...(end === "registrada" ? {} : { tom: "ruim" as const }),
          })),
    ];
  });
}

function eventoEntries({ listEventos }: Nota): HistoryEntry[] {
  return listEventos.flatMap(({ protocoloData, protocolo, descEvento, texto, origem, ressalva }) =>
    entryAt(protocoloData, {
      origem: "sefaz",
      titulo: descEvento,
      quem: texts.evento[origem],
      texto: [protocolo && texts.numeroProtocolo(protocolo), texto, ressalva].filter(Boolean).join(" · "),
    }),
  );
}

const FLAG_ORDER: readonly FlagName[] = ["recebido", "conferido", "processado"];

function flagEntries(nota: Nota): HistoryEntry[] {
  return FLAG_ORDER.flatMap((flag) => {
    const { isOn, por, em } = flagStateOf(nota, flag);
    return entryAt(isOn ? em : null, {
      origem: "pessoa",
      titulo: texts.marcas[flag],
      quem: por ?? flagTexts.alguem,
    });
  });
}

function nextCheckEntries({ sefazProximaEm, quarentena }: Nota): HistoryEntry[] {
  return entryAt(quarentena ? null : sefazProximaEm, { origem: "depois", titulo: texts.proxima });
}

/** One entry; none without a date. */
function entryAt(when: Date | null, rest: Omit<HistoryEntry, "quando">): HistoryEntry[] {
  return when === null ? [] : [{ quando: when, ...rest }];
}
