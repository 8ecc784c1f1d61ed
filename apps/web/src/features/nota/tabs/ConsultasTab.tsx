import { STATUS_WORDS } from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import { IconCloudQuestion } from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { consultaTexts as texts } from "../../../texts/nota/manifestacao.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { formatNearInstant } from "../../../ui/format/relative-time.ts";
import classes from "./TabContent.module.css";

type Consulta = Nota["consultas"][number];

/** Every consulta of the document at SEFAZ: answer, origin and time. */
export function ConsultasTab({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const { consultas, sefazProximaEm } = nota;
  const proxima = sefazProximaEm && texts.proxima(formatNearInstant(sefazProximaEm, new Date(), timeZone));
  if (consultas.length === 0) {
    return (
      <EmptyState icon={IconCloudQuestion} title={texts.vazio}>
        {[texts.vazioTexto, proxima].filter(Boolean).join(" ")}
      </EmptyState>
    );
  }
  return (
    <>
      {proxima && <p className={classes.proxima}>{proxima}.</p>}
      <ol className={classes.eventos}>
        {consultas.map((consulta, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two consultas may be identical, to the millisecond
          <li key={index}>
            <div>
              <b>{answerOf(consulta)}</b>
              <span>{detailOf(consulta)}</span>
              {consulta.falha && <p className={classes.eventoTexto}>{consulta.falha}</p>}
            </div>
            <div className={classes.eventoFim}>
              <span className="num">{consulta.quando ? formatDateTime(consulta.quando, timeZone) : "–"}</span>
              <span>
                {consulta.quem === null ? texts.origens[consulta.origem] : texts.pessoa(consulta.quem)}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function answerOf({ cStat, xMotivo }: Consulta): string {
  if (cStat === null) return texts.semResposta;
  const known: Readonly<Record<string, string>> = STATUS_WORDS;
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
