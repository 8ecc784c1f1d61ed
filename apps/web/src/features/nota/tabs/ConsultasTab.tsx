import { formatDateTime } from "@malote/syntax";
import { Text } from "@mantine/core";
import { IconCloudQuestion } from "@tabler/icons-react";
import { serverNow } from "../../../network/clock.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { cStatWords } from "../../../texts/names/statuses.ts";
import { consultaTexts as texts } from "../../../texts/nota/manifestacao.ts";
import { RecordRow } from "../../../ui/documento/DocContent.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { formatNearInstant } from "../../../ui/format/relative-time.ts";

type Consulta = Nota["consultas"][number];

/** Every consulta of the document at SEFAZ: answer, origin and time. */
export function ConsultasTab({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const { consultas, sefazProximaEm } = nota;
  const proxima = sefazProximaEm && texts.proxima(formatNearInstant(sefazProximaEm, serverNow(), timeZone));
  if (consultas.length === 0) {
    return (
      <EmptyState icon={IconCloudQuestion} title={texts.vazio}>
        {[texts.vazioTexto, proxima].filter(Boolean).join(" ")}
      </EmptyState>
    );
  }
  return (
    <>
      {proxima && (
        <Text
          inherit
          p="12px var(--inset-start)"
          c="dimmed"
          style={{ borderBottom: "1px solid var(--line)" }}
        >
          {proxima}.
        </Text>
      )}
      <ol>
        {consultas.map((consulta, index) => (
          <RecordRow
            // biome-ignore lint/suspicious/noArrayIndexKey: two consultas may be identical
            key={index}
            title={answerOf(consulta)}
            details={[detailOf(consulta)]}
            notes={[consulta.falha]}
            when={consulta.quando ? formatDateTime(consulta.quando, timeZone) : "–"}
            who={consulta.quem === null ? texts.origens[consulta.origem] : texts.pessoa(consulta.quem)}
          />
        ))}
      </ol>
    </>
  );
}

function answerOf({ cStat, xMotivo }: Consulta): string {
  if (cStat === null) return texts.semResposta;
  const known: Readonly<Record<string, string>> = cStatWords;
  return `${cStat} ${xMotivo || known[cStat] || ""}`.trim();
}

function detailOf({ servico, autorizador, cStat, duracaoMs }: Consulta): string {
  const duration = (duracaoMs / 1_000).toLocaleString("pt-BR", { maximumFractionDigits: 1 });
  const seconds = duracaoMs < 100 ? texts.instante : `${duration} s`;
  return [
    texts.servicos[servico],
    autorizador && texts.autorizador(autorizador === "AN" ? texts.nacional : autorizador),
    cStat && texts.demorou(seconds),
  ]
    .filter(Boolean)
    .join(" · ");
}
